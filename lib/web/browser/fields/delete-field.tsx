/* The dialog that deletes a field. */
import type { Field } from "#lib/schemas/tables/field";
import { callApi } from "../call.ts";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { say } from "../notice.tsx";
import { restoreDeleted } from "../restore.ts";
import { appTexts } from "../texts.ts";
import { fieldTexts } from "./texts.ts";

interface DeleteFieldProps {
  tableId: string;
  field: Pick<Field, "id" | "name">;
  refresh: () => Promise<void>;
  close: () => void;
}

export function DeleteField({ tableId, field: { id, name }, refresh, close }: DeleteFieldProps) {
  async function act() {
    await callApi("DELETE", `/table/${tableId}/field/${id}`);
    await refresh();
    const undo = async () => {
      await restoreDeleted(tableId, id);
      await refresh();
    };
    say({ text: fieldTexts.deleted(name), undo });
  }
  return (
    <FormDialog title={appTexts.deleteOf(name)} does={appTexts.delete} isDangerous act={act} close={close}>
      {() => <p>{fieldTexts.deleteHint}</p>}
    </FormDialog>
  );
}
