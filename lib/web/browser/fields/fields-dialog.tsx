/* The fields of a table, to make, rename, change and delete them. */
import type { Field } from "#lib/schemas/tables/field";
import { callApi } from "../call.ts";
import { Modal } from "../dialogs/modal.tsx";
import { NameForm } from "../dialogs/name-form.tsx";
import { Menu, Opener } from "../dialogs/opener.tsx";
import { appTexts } from "../texts.ts";
import { ConvertField } from "./convert-field.tsx";
import { DeleteField } from "./delete-field.tsx";
import { NewField } from "./new-field.tsx";
import { fieldTexts } from "./texts.ts";

export interface FieldsDialogProps {
  tableId: string;
  fields: readonly Field[];
  refresh: () => Promise<void>;
  close: () => void;
}

export function FieldsDialog({ tableId, fields, refresh, close }: FieldsDialogProps) {
  const pathOf = (id: string) => `/table/${tableId}/field/${id}`;
  async function rename(id: string, name: string) {
    await callApi("PATCH", pathOf(id), { name });
    await refresh();
  }
  return (
    <Modal title={fieldTexts.manage} close={close}>
      <ul class="rows">
        {fields.map((field) => (
          <li key={field.id}>
            <span class="grow">{field.name}</span>
            <Menu
              of={fieldTexts.fieldOf(field.name)}
              choices={[
                {
                  text: appTexts.rename,
                  dialog: (close) => (
                    <NameForm
                      title={appTexts.renameOf(field.name)}
                      name={field.name}
                      does={appTexts.save}
                      act={(name) => rename(field.id, name)}
                      close={close}
                    />
                  ),
                },
                !field.isLookup && {
                  text: fieldTexts.convert,
                  dialog: (close) => (
                    <ConvertField path={pathOf(field.id)} field={field} refresh={refresh} close={close} />
                  ),
                },
                !field.isPrimary && {
                  text: appTexts.delete,
                  dialog: (close) => (
                    <DeleteField tableId={tableId} field={field} refresh={refresh} close={close} />
                  ),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      <Opener text={fieldTexts.newField}>
        {(close) => <NewField tableId={tableId} refresh={refresh} close={close} />}
      </Opener>
    </Modal>
  );
}
