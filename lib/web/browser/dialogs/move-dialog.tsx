/* Asks where a base shall be. */
import { useId } from "preact/hooks";
import type { Base } from "#lib/schemas/tables/base";
import type { Space } from "#lib/schemas/tables/space";
import { callApi } from "#lib/web/browser/call";
import { appTexts } from "#lib/web/browser/texts";
import { FormDialog } from "./form-dialog.tsx";

interface MoveDialogProps {
  base: Base;
  /** Where it may go. */
  spaces: Space[];
  moved: () => Promise<void>;
  close: () => void;
}

export function MoveDialog({ base: { id, name }, spaces, moved, close }: MoveDialogProps) {
  const select = useId();
  return (
    <FormDialog
      title={appTexts.moveOf(name)}
      does={appTexts.move}
      act={async (sent) => {
        await callApi("PUT", `/base/${id}/move`, { spaceId: sent.get("spaceId") });
        await moved();
      }}
      close={close}
    >
      {(problem) => (
        <>
          <label for={select}>{appTexts.space}</label>
          <select id={select} name="spaceId" aria-describedby={problem.id}>
            {spaces.map((space) => (
              <option key={space.id} value={space.id}>
                {space.name}
              </option>
            ))}
          </select>
          <p class="note">{appTexts.moveHint}</p>
        </>
      )}
    </FormDialog>
  );
}
