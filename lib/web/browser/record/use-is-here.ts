/* Whether a part of the page is still there when an answer comes. */
import { useEffect, useRef } from "preact/hooks";

/** False once the component that uses it is gone. */
export function useIsHere(): { readonly current: boolean } {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}
