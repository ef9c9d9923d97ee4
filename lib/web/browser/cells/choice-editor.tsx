/* Choices of single and multiple select; a new one is made in place. */
import { appTexts } from "../texts.ts";
import { Combobox } from "./combobox.tsx";
import type { EditorProps } from "./editor-props.ts";
import { cellElements, optionsOf } from "./field-options.ts";
import type { Choosable } from "./use-found.ts";

export function ChoiceEditor({ field, value, initial, done }: EditorProps) {
  const { choices = [], preventAutoNewOptions } = optionsOf(field);
  const all = choices.map(({ name, color }): Choosable => ({ id: name, text: name, color }));
  const takesSeveral = field.type === "multipleSelect";
  const names = cellElements(value).map(String);
  return (
    <Combobox
      label={field.name}
      takesSeveral={takesSeveral}
      initial={initial}
      chosen={names.map((name) => all.find(({ id }) => id === name) ?? { id: name, text: name })}
      find={(text) => all.filter((each) => each.text.toLowerCase().includes(text.toLowerCase()))}
      make={preventAutoNewOptions ? undefined : (text) => ({ id: text, text: appTexts.make(text) })}
      cellOf={(chosen) => (takesSeveral ? chosen.map(({ id }) => id) : (chosen[0]?.id ?? null))}
      done={done}
    />
  );
}
