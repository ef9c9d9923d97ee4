/* What a call answers, as soon as it does. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { callApi, describeProblem } from "../../call.ts";

interface Asked<Answer> {
  path: string;
  answer?: Answer;
  problem?: string;
}

/** The answer of a GET; empty until it is there, and for an empty path. */
export function useAnswer<Answer>(path: string): Pick<Asked<Answer>, "answer" | "problem"> {
  const asked = useSignal<Asked<Answer>>({ path });
  useEffect(() => {
    if (path === "") return;
    let isShown = true;
    callApi<Answer>("GET", path).then(
      (answer) => {
        if (isShown) asked.value = { path, answer };
      },
      (error: unknown) => {
        if (isShown) asked.value = { path, problem: describeProblem(error) };
      },
    );
    return () => {
      isShown = false;
    };
  }, [path]);
  return asked.value.path === path ? asked.value : {};
}
