/* A button that asks for a name in a dialog, and does something with it. A refused name stays in the dialog, with the reason. */
import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { describeProblem } from "./call.ts";
import { appTexts } from "./texts.ts";

interface NameDialogProps {
  /** The text of the button. */
  button: string;
  /** The title of the dialog, and what a screen reader says of the button. */
  title: string;
  /** The name at first. */
  name?: string;
  /** The text of the button that does it. */
  does: string;
  act: (name: string) => Promise<void>;
}

export function NameDialog({ button, title, name = "", does, act }: NameDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const problem = useSignal("");
  const isBusy = useSignal(false);
  const id = useId();
  function open() {
    problem.value = "";
    if (input.current) input.current.value = name;
    dialog.current?.showModal();
    input.current?.select();
  }
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = "";
    try {
      await act(input.current?.value.trim() ?? "");
      dialog.current?.close();
    } catch (error) {
      problem.value = describeProblem(error);
      input.current?.focus();
    }
    isBusy.value = false;
  }
  return (
    <>
      <button type="button" class="quiet" aria-label={title} onClick={open}>
        {button}
      </button>
      <dialog ref={dialog} aria-labelledby={`${id}-title`}>
        <form onSubmit={submit}>
          <h2 id={`${id}-title`}>{title}</h2>
          <label for={`${id}-name`}>{appTexts.name}</label>
          <input
            id={`${id}-name`}
            ref={input}
            type="text"
            required
            autocomplete="off"
            aria-invalid={problem.value !== ""}
            aria-describedby={`${id}-problem`}
          />
          <p id={`${id}-problem`} class="wrong" aria-live="polite">
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
    </>
  );
}
