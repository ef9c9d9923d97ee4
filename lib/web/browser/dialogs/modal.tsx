/* A dialog over the page. It opens when it is shown; `close` takes it away. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { appTexts } from "../texts.ts";

interface ModalProps {
  title: string;
  isWide?: boolean;
  /** Called once it is closed, by whatever closed it. */
  close: () => void;
  children: ComponentChildren;
}

export function Modal({ title, isWide = false, close, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class={isWide ? "wide" : ""} aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

/** A dialog of something that is read and changed at once: all it needs is a way out. */
export function ModalWithClose({ children, ...modal }: ModalProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Modal {...modal}>
      {children}
      <div class="buttons">
        <button ref={button} type="button" class="quiet" onClick={() => closeModal(button.current)}>
          {appTexts.close}
        </button>
      </div>
    </Modal>
  );
}

/** Closes the dialog that an element is in; the focus goes back to where it was. */
export const closeModal = (within: Element | null): void => within?.closest("dialog")?.close();
