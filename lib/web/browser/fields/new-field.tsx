/* The dialog that makes a field: its name, its type, and what the type needs. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { callApi } from "../call.ts";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { appTexts } from "../texts.ts";
import { fieldTexts, fieldTypeTexts } from "./texts.ts";

interface NewFieldProps {
  tableId: string;
  /** Where it is put in a view; otherwise it comes last. */
  place?: { viewId: string; orderIndex: number };
  refresh: () => Promise<void>;
  close: () => void;
}

export function NewField({ tableId, place, refresh, close }: NewFieldProps) {
  const type = useSignal("singleLineText");
  const id = useId();
  const hasChoices = /Select$/.test(type.value);
  async function act(sent: FormData) {
    const text = (name: string) => String(sent.get(name) ?? "").trim();
    const names = text("choices").split("\n");
    const choices = names.flatMap((name) => (name.trim() === "" ? [] : { name: name.trim() }));
    await callApi("POST", `/table/${tableId}/field`, {
      name: text("name"),
      ...(place && { order: place }),
      type: type.value,
      ...(hasChoices && { options: { choices } }),
      ...(type.value === "formula" && { options: { expression: text("expression") } }),
    });
    await refresh();
  }
  return (
    <FormDialog title={fieldTexts.newField} does={appTexts.create} act={act} close={close}>
      {(problem) => (
        <>
          <label for={`${id}-name`}>{appTexts.name}</label>
          <input
            id={`${id}-name`}
            name="name"
            type="text"
            required
            autocomplete="off"
            aria-describedby={problem.id}
          />
          <label for={`${id}-type`}>{fieldTexts.type}</label>
          <TypeSelect id={`${id}-type`} value={type.value} choose={(chosen) => (type.value = chosen)} />
          {hasChoices && (
            <>
              <label for={`${id}-choices`}>{fieldTexts.choices}</label>
              <textarea id={`${id}-choices`} name="choices" rows={4} />
            </>
          )}
          {type.value === "formula" && (
            <>
              <label for={`${id}-formula`}>{fieldTexts.formula}</label>
              <textarea id={`${id}-formula`} name="expression" rows={3} required />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}

interface TypeSelectProps {
  id: string;
  value: string;
  choose: (type: string) => void;
  /** Types that are not offered. */
  without?: readonly string[];
}

export const TypeSelect = ({ id, value, choose, without = [] }: TypeSelectProps) => (
  <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
    {Object.entries(fieldTypeTexts)
      .filter(([type]) => !without.includes(type))
      .map(([type, text]) => (
        <option key={type} value={type}>
          {text}
        </option>
      ))}
  </select>
);
