/* The fields of a table, to make, change and delete them. */
import { ModalWithClose } from "../dialogs/modal.tsx";
import { Menu, Opener } from "../dialogs/opener.tsx";
import { appTexts } from "../texts.ts";
import { DeleteField } from "./delete-field.tsx";
import { kindOfField } from "./draft.ts";
import type { FieldEditorProps } from "./field-editor.tsx";
import { nameOfKind } from "./find-kinds.ts";
import { FieldEditor } from "./late-fields.ts";
import { fieldTexts } from "./texts.ts";

export type FieldsDialogProps = Omit<FieldEditorProps, "field" | "order">;

export function FieldsDialog({ close: closeAll, ...of }: FieldsDialogProps) {
  const { tableId, refresh } = of;
  return (
    <ModalWithClose title={fieldTexts.manage} close={closeAll}>
      <Opener text={fieldTexts.newField}>{(close) => <FieldEditor {...of} close={close} />}</Opener>
      <ul class="rows">
        {of.fields.map((field) => (
          <li key={field.id}>
            <span class="grow">
              {field.name} <span class="note">{nameOfKind(kindOfField(field))}</span>
            </span>
            <Menu
              of={fieldTexts.fieldOf(field.name)}
              choices={[
                {
                  text: fieldTexts.change,
                  dialog: (close) => <FieldEditor {...of} field={field} close={close} />,
                },
                !field.isPrimary && {
                  text: appTexts.delete,
                  dialog: (close) => <DeleteField {...{ tableId, field, refresh, close }} />,
                },
              ]}
            />
          </li>
        ))}
      </ul>
    </ModalWithClose>
  );
}
