/* A dialog that asks for a name. */
import { useEffect, useId, useRef } from "preact/hooks";
import { appTexts } from "#lib/web/browser/texts";
import { FormDialog } from "./form-dialog.tsx";

interface NameFormProps {
  title: string;
  /** The name at first. */
  name?: string;
  /** The text of the button that does it. */
  does: string;
  act: (name: string) => Promise<void>;
  close: () => void;
}

export function NameForm({ name = "", act, ...rest }: NameFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => input.current?.select(), []);
  return (
    <FormDialog {...rest} act={(sent) => act(String(sent.get("name")).trim())}>
      {(problem) => (
        <>
          <label for={id}>{appTexts.name}</label>
          <input
            id={id}
            ref={input}
            name="name"
            type="text"
            required
            autocomplete="off"
            defaultValue={name}
            aria-invalid={problem.isWrong}
            aria-describedby={problem.id}
          />
        </>
      )}
    </FormDialog>
  );
}
