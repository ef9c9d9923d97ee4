/* A button that asks for a name in a dialog, and does something with it. */
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { FormDialog } from "./form-dialog.tsx";
import { appTexts } from "./texts.ts";

interface NameDialogProps extends AskNameProps {
  /** The text of the button. */
  button: string;
}

export function NameDialog({ button, ...asked }: Omit<NameDialogProps, "close">) {
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" class="quiet" aria-label={asked.title} onClick={() => (isOpen.value = true)}>
        {button}
      </button>
      {isOpen.value && <AskName {...asked} close={() => (isOpen.value = false)} />}
    </>
  );
}

interface AskNameProps {
  /** The title of the dialog, and what a screen reader says of the button. */
  title: string;
  /** The name at first. */
  name?: string;
  /** The text of the button that does it. */
  does: string;
  act: (name: string) => Promise<void>;
  close: () => void;
}

/** The dialog itself. */
export function AskName({ title, name = "", does, act, close }: AskNameProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => input.current?.select(), []);
  return (
    <FormDialog title={title} does={does} close={close} act={() => act(input.current?.value.trim() ?? "")}>
      <label for={id}>{appTexts.name}</label>
      <input id={id} ref={input} type="text" required autocomplete="off" defaultValue={name} />
    </FormDialog>
  );
}
