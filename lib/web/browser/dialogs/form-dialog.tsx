/* A dialog that asks for something, and does it. What was refused stays in it, with the reason. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { describeProblem } from "#lib/web/browser/call";
import { appTexts } from "#lib/web/browser/texts";
import { closeModal, Modal } from "./modal.tsx";

interface FormDialogProps {
  title: string;
  /** The text of the button that does it. */
  does: string;
  /** Something is taken away. */
  isDangerous?: boolean;
  isWide?: boolean;
  act: (sent: FormData) => Promise<void>;
  close: () => void;
  /** Shows what was refused at the inputs that it is about, and gives what belongs to none of them. */
  place?: ((error: unknown) => string) | undefined;
  /** What is asked. An input of it is described by the element with the id `problem`, and is wrong or not. */
  children: (problem: { id: string; isWrong: boolean }) => ComponentChildren;
}

export function FormDialog({
  title,
  does,
  isDangerous = false,
  isWide,
  act,
  close,
  place,
  children,
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const problem = useSignal("");
  const isBusy = useSignal(false);
  const id = useId();
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy.value || !form.current) return;
    isBusy.value = true;
    problem.value = "";
    try {
      await act(new FormData(form.current));
      closeModal(form.current);
    } catch (error) {
      problem.value = place ? place(error) : describeProblem(error);
      if (!place) form.current?.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
    }
    isBusy.value = false;
  }
  return (
    <Modal title={title} isWide={isWide ?? false} close={close}>
      <form ref={form} onSubmit={submit}>
        {children({ id, isWrong: problem.value !== "" })}
        <p id={id} class="wrong" aria-live="polite">
          {problem}
        </p>
        <div class="buttons">
          <button type="submit" class={isDangerous ? "danger" : ""} disabled={isBusy.value}>
            {does}
          </button>
          <button type="button" class="quiet" onClick={() => closeModal(form.current)}>
            {appTexts.cancel}
          </button>
        </div>
      </form>
    </Modal>
  );
}
