/* The dialog that changes the type of a field, and says before what that does to the cells. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { ConversionPreview, Field } from "#lib/schemas/tables/field";
import { callApi, describeProblem } from "../call.ts";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { TypeSelect } from "./new-field.tsx";
import { fieldTexts } from "./texts.ts";

interface ConvertFieldProps {
  /** Of the field in the interface. */
  path: string;
  field: Field;
  refresh: () => Promise<void>;
  close: () => void;
}

export function ConvertField({ path, field, refresh, close }: ConvertFieldProps) {
  const type = useSignal(field.type);
  const preview = useSignal<ConversionPreview | undefined>(undefined);
  const problem = useSignal("");
  const id = useId();
  async function choose(chosen: string) {
    type.value = chosen;
    preview.value = undefined;
    problem.value = "";
    if (chosen === field.type) return;
    try {
      const found = await callApi<ConversionPreview>(
        "POST",
        `${path}/convert/preview`,
        { type: chosen },
        false,
      );
      // another type may have been chosen meanwhile
      if (type.value === chosen) preview.value = found;
    } catch (error) {
      if (type.value === chosen) problem.value = describeProblem(error);
    }
  }
  async function act() {
    if (type.value === field.type) return;
    if (!preview.value) throw new Error(problem.value || fieldTexts.counting);
    await callApi("PUT", `${path}/convert`, { type: type.value });
    await refresh();
  }
  const { cells, emptied, changed, examples, changedViews, endedShares } = preview.value ?? {};
  return (
    <FormDialog
      title={fieldTexts.convertOf(field.name)}
      does={fieldTexts.convert}
      isDangerous={(emptied ?? 0) > 0}
      act={act}
      close={close}
    >
      {() => (
        <>
          <label for={id}>{fieldTexts.type}</label>
          <TypeSelect
            id={id}
            value={type.value}
            choose={(chosen) => void choose(chosen)}
            without={["formula"]}
          />
          <div role="status">
            {type.value !== field.type && !preview.value && <p>{problem.value || fieldTexts.counting}</p>}
            {cells !== undefined && <p>{fieldTexts.does(cells, emptied ?? 0, changed ?? 0)}</p>}
            {examples?.[0] && <p>{fieldTexts.example(examples[0].before)}</p>}
            {changedViews && <p>{fieldTexts.lessViews(changedViews.length)}</p>}
            {endedShares && <p class="wrong">{fieldTexts.endedShares(endedShares.length)}</p>}
          </div>
        </>
      )}
    </FormDialog>
  );
}
