/* Asks before something goes to the trash. */
import { callApi } from "#lib/web/browser/call";
import { appTexts } from "#lib/web/browser/texts";
import { FormDialog } from "./form-dialog.tsx";

interface DeleteDialogProps {
  name: string;
  /** The path of it in the interface. */
  path: string;
  /** What comes after it. */
  deleted: () => Promise<void> | void;
  close: () => void;
}

export const DeleteDialog = ({ name, path, deleted, close }: DeleteDialogProps) => (
  <FormDialog
    title={appTexts.deleteOf(name)}
    does={appTexts.delete}
    isDangerous
    act={async () => {
      await callApi("DELETE", path);
      await deleted();
    }}
    close={close}
  >
    {() => <p>{appTexts.deleteHint}</p>}
  </FormDialog>
);
