/* Shows what a call answers: that it is on its way, what it gave, or why it did not. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { describeProblem, isMissing } from "./call.ts";
import { ProblemBox } from "./problem.tsx";
import { appTexts } from "./texts.ts";

interface LoadedProps<Value> {
  /** What is loaded; another name is loaded anew. */
  of: string;
  load: () => Promise<Value>;
  /**
   * `reload` loads it again, and shows the former until then. `isQuiet`: also after an error, which is thrown, unless it is not there any longer.
   */
  children: (value: Value, reload: (how?: { isQuiet: boolean }) => Promise<void>) => ComponentChildren;
}

export function Loaded<Value>({ of, load, children }: LoadedProps<Value>) {
  const state = useSignal<{ of: string; value?: { is: Value }; error?: unknown }>({ of });
  async function reload({ isQuiet } = { isQuiet: false }) {
    try {
      const value = { is: await load() };
      state.value = { of, value };
    } catch (error) {
      if (isQuiet && !isMissing(error)) throw error;
      state.value = { of, error };
    }
  }
  // at once: an effect would wait for a frame
  useLayoutEffect(() => {
    let isShown = true;
    load().then(
      (value) => {
        if (isShown) state.value = { of, value: { is: value } };
      },
      (error: unknown) => {
        if (isShown) state.value = { of, error };
      },
    );
    return () => {
      isShown = false;
    };
  }, [of]);
  const { of: known, value, error } = state.value;
  if (known === of && value) return <>{children(value.is, reload)}</>;
  if (known !== of || error === undefined) return <p class="note">{appTexts.loading}</p>;
  if (isMissing(error))
    return (
      <>
        <h1>{appTexts.notFound}</h1>
        <p>{appTexts.notFoundHint}</p>
      </>
    );
  return <ProblemBox text={describeProblem(error)} retry={() => void reload()} />;
}
