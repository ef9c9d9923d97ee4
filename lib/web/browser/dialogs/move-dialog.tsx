/* Asks where a base shall be. Where it may go is read when this is opened. */
import { useId } from "preact/hooks";
import type { Base } from "#lib/schemas/tables/base";
import type { Space } from "#lib/schemas/tables/space";
import { callApi } from "#lib/web/browser/call";
import { isBuilder } from "#lib/web/browser/roles";
import { appTexts } from "#lib/web/browser/texts";
import { Loaded } from "../loaded.tsx";
import { FormDialog } from "./form-dialog.tsx";

interface MoveDialogProps {
  base: Base;
  moved: () => Promise<void>;
  close: () => void;
}

export function MoveToSpace({ base: { id, name, spaceId }, moved, close }: MoveDialogProps) {
  const select = useId();
  const load = async () => {
    const spaces = await callApi<Space[]>("GET", "/space");
    return spaces.filter((space) => isBuilder(space.role) && space.id !== spaceId);
  };
  return (
    <FormDialog
      title={appTexts.moveOf(name)}
      does={appTexts.move}
      act={async (sent) => {
        if (!sent.has("spaceId")) throw new Error(appTexts.noOtherSpace);
        await callApi("PUT", `/base/${id}/move`, { spaceId: sent.get("spaceId") });
        await moved();
      }}
      close={close}
    >
      {(problem) => (
        <Loaded of="spaces" load={load}>
          {(spaces) =>
            spaces.length === 0 ? (
              <p>{appTexts.noOtherSpace}</p>
            ) : (
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
            )
          }
        </Loaded>
      )}
    </FormDialog>
  );
}
