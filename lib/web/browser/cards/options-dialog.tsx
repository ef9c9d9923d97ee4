/* What a view with cards is asked to show: fields, and yes or no. It is written to the view as a whole. */
import { useId } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import { barTexts } from "../bars/texts.ts";
import { callApi } from "../call.ts";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { cardTexts } from "./texts.ts";

export interface AskedOption {
  /** The member of the options of the view. */
  name: string;
  text: string;
  /** Which fields can be chosen; absent for yes or no. */
  fits?: (field: Field) => boolean;
  /** Without it the view shows nothing. */
  isNeeded?: boolean;
}

interface OptionsDialogProps {
  tableId: string;
  view: View;
  fields: readonly Field[];
  options: readonly AskedOption[];
  /** Reads the view again. */
  onSchema: () => void;
  close: () => void;
}

export function OptionsDialog({ tableId, view, fields, options, onSchema, close }: OptionsDialogProps) {
  const id = useId();
  async function act(sent: FormData) {
    const chosen = options.map(({ name, fits }) => {
      const value = sent.get(name);
      return [name, fits ? value || null : value !== null];
    });
    await callApi("PATCH", `/table/${tableId}/view/${view.id}/options`, {
      options: Object.fromEntries(chosen),
    });
    onSchema();
  }
  return (
    <FormDialog title={cardTexts.optionsOf(view.name)} does={barTexts.apply} act={act} close={close}>
      {() =>
        options.map(({ name, text, fits, isNeeded = false }) =>
          fits ? (
            <div key={name}>
              <label for={`${id}-${name}`}>{text}</label>
              <select id={`${id}-${name}`} name={name} required={isNeeded}>
                <option value="">{cardTexts.noField}</option>
                {fields.filter(fits).map((field) => (
                  <option key={field.id} value={field.id} selected={view.options?.[name] === field.id}>
                    {field.name}
                  </option>
                ))}
              </select>
            </div>
          ) : (
            <label key={name} class="choice">
              <input type="checkbox" name={name} defaultChecked={view.options?.[name] === true} />
              {text}
            </label>
          ),
        )
      }
    </FormDialog>
  );
}

const isFiles = ({ type, isLookup }: Field): boolean => type === "attachment" && !isLookup;

/** What kanbans and galleries ask for. */
export const coverOptions: readonly AskedOption[] = [
  { name: "coverFieldId", text: cardTexts.coverField, fits: isFiles },
  { name: "isCoverFit", text: cardTexts.isCoverFit },
  { name: "isFieldNameHidden", text: cardTexts.isFieldNameHidden },
];
