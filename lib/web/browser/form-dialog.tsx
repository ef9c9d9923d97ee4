/* A dialog with a form, shown for as long as it is in the page. What is refused stays in it, with the reason. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { describeProblem } from "./call.ts";
import { appTexts } from "./texts.ts";

interface FormDialogProps {
  title: string;
  /** The text of the button that does it. */
  does: string;
  act: () => Promise<void>;
  /** It was closed, done or not: it should be taken out of the page. */
  close: () => void;
  isWide?: boolean;
  children?: ComponentChildren;
}

export function FormDialog({ title, does, act, close, isWide = false, children }: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const problem = useSignal("");
  const isBusy = useSignal(false);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = "";
    try {
      await act();
      dialog.current?.close();
    } catch (error) {
      problem.value = describeProblem(error);
    }
    isBusy.value = false;
  }
  return (
    <dialog ref={dialog} class={isWide ? "wide" : ""} aria-labelledby={id} onClose={close}>
      <form onSubmit={submit}>
        <h2 id={id}>{title}</h2>
        {children}
        <p class="wrong" aria-live="polite">
          {problem}
        </p>
        <div class="buttons">
          <button type="submit" disabled={isBusy.value}>
            {does}
          </button>
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            {appTexts.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
