/* Moves a card to a stack that is chosen from a list. */
import { useId } from "preact/hooks";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import type { Stack } from "./stacks.ts";
import { kanbanTexts } from "./texts.ts";

interface MoveDialogProps {
  /** The title of the card. */
  name: string;
  stacks: readonly Stack[];
  /** The one it is in. */
  from: Stack;
  move: (to: Stack) => void;
  close: () => void;
}

export function MoveDialog({ name, stacks, from, move, close }: MoveDialogProps) {
  const id = useId();
  async function act(sent: FormData) {
    const to = stacks.find(({ key }) => key === sent.get("stack"));
    if (to) move(to);
  }
  return (
    <FormDialog title={kanbanTexts.moveOf(name)} does={kanbanTexts.move} act={act} close={close}>
      {() => (
        <>
          <label for={id}>{kanbanTexts.stack}</label>
          <select id={id} name="stack">
            {stacks.map(({ key, text }) => (
              <option key={key} value={key} selected={key === from.key}>
                {text}
              </option>
            ))}
          </select>
        </>
      )}
    </FormDialog>
  );
}
