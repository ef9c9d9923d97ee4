/* Records of another table: found by their text, or made new by their name. */
import { callApi } from "../call.ts";
import type { GridPage } from "../grid/answers.ts";
import { appTexts } from "../texts.ts";
import type { EditorProps } from "./editor-props.ts";
import { optionsOf } from "./field-options.ts";
import { ReferenceEditor } from "./reference-editor.tsx";

const newRecord = "new ";

export function LinkEditor(props: EditorProps) {
  const { field, recordId } = props;
  const { foreignTableId = "" } = optionsOf(field);
  return (
    <ReferenceEditor
      {...props}
      find={async (text, next) => {
        const query = new URLSearchParams({ fieldKeyType: "id", take: "20" });
        for (const each of [field.id, recordId]) query.append("filterLinkCellCandidate[]", each);
        if (text) for (const each of [text, "", "true"]) query.append("search[]", each);
        if (next) query.set("cursor", next);
        const { records, nextCursor } = await callApi<GridPage>(
          "GET",
          `/table/${foreignTableId}/record?${query}`,
        );
        return {
          options: records.map(({ id, name }) => ({ id, text: name || appTexts.unnamed })),
          next: nextCursor ?? undefined,
        };
      }}
      make={(text) => ({ id: newRecord + text, text: appTexts.make(text) })}
      elementOf={({ id, text }) =>
        id.startsWith(newRecord) ? { title: id.slice(newRecord.length) } : { id, title: text }
      }
    />
  );
}
