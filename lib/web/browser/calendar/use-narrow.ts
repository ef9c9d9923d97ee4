/* Whether the window is as narrow as a phone. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

/** Changes with the window. */
export function useNarrow(): boolean {
  const query = useMemo(() => matchMedia("(max-width: 40rem)"), []);
  const isNarrow = useSignal(query.matches);
  useEffect(() => {
    const look = () => {
      isNarrow.value = query.matches;
    };
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, [query]);
  return isNarrow.value;
}
