/* Writes what a person sets at once: one change after the other, with what is said about the last one. */
import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { describeProblem } from "../call.ts";

interface Said {
  text: string;
  isWrong: boolean;
}

export interface Saving {
  said: Signal<Said>;
  isBusy: Signal<boolean>;
  /** Does it after all that was asked before, and says `done` or why not. Gives whether it was done. */
  run: (act: () => Promise<unknown>, done: string) => Promise<boolean>;
}

/** `refresh` reads again what holds, also after a refusal: another person may have changed it. */
export function useSaving(refresh: () => Promise<void>): Saving {
  const said = useSignal<Said>({ text: "", isWrong: false });
  const isBusy = useSignal(false);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  async function runNow(act: () => Promise<unknown>, done: string): Promise<boolean> {
    isBusy.value = true;
    said.value = { text: "", isWrong: false };
    const outcome = await act().then(
      () => ({ text: done, isWrong: false }),
      (error: unknown) => ({ text: describeProblem(error), isWrong: true }),
    );
    // before it is said: then what is shown is what is said
    await refresh().catch(() => undefined);
    isBusy.value = false;
    said.value = outcome;
    return !outcome.isWrong;
  }
  return {
    said,
    isBusy,
    run(act, done) {
      const mine = last.current.then(() => runNow(act, done));
      last.current = mine;
      return mine;
    },
  };
}
