/* Records of another table: found by their text, or made new by their name. */
import { callApi } from "../call.ts";
import type { GridPage } from "../grid/answers.ts";
import { appTexts } from "../texts.ts";
import { cellText } from "./cell-text.ts";
import { type Choosable, Combobox } from "./combobox.tsx";
import type { EditorProps } from "./editor-props.ts";
import { cellElements, optionsOf } from "./field-options.ts";

const newRecord = "new ";

export function LinkEditor({ field, recordId, value, initial, done }: EditorProps) {
  const takesSeveral = field.isMultipleCellValue === true;
  const { foreignTableId = "" } = optionsOf(field);
  const linked = cellElements<{ id: string }>(value);
  const find = async (text: string): Promise<Choosable[]> => {
    const query = new URLSearchParams({ fieldKeyType: "id", take: "20" });
    for (const each of [field.id, recordId]) query.append("filterLinkCellCandidate[]", each);
    if (text) for (const each of [text, "", "true"]) query.append("search[]", each);
    const { records } = await callApi<GridPage>("GET", `/table/${foreignTableId}/record?${query}`);
    return records.map(({ id, name }) => ({ id, text: name || appTexts.unnamed }));
  };
  return (
    <Combobox
      label={field.name}
      takesSeveral={takesSeveral}
      initial={initial}
      chosen={linked.map((each) => ({ id: each.id, text: cellText(field, each) }))}
      find={find}
      make={(text) => ({ id: newRecord + text, text: appTexts.make(text) })}
      cellOf={(chosen) => {
        const cells = chosen.map(({ id, text }) =>
          id.startsWith(newRecord) ? { title: id.slice(newRecord.length) } : { id, title: text },
        );
        return takesSeveral ? cells : (cells[0] ?? null);
      }}
      done={done}
    />
  );
}
