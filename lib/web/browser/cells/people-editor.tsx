/* The members of the base. */
import { callApi } from "../call.ts";
import { cellText } from "./cell-text.ts";
import { type Choosable, Combobox } from "./combobox.tsx";
import type { EditorProps } from "./editor-props.ts";
import { cellElements } from "./field-options.ts";

interface Members {
  collaborators: { userId: string; userName: string }[];
}

export function PeopleEditor({ baseId, field, value, initial, done }: EditorProps) {
  const takesSeveral = field.isMultipleCellValue === true;
  const people = cellElements<{ id: string }>(value);
  const find = async (text: string): Promise<Choosable[]> => {
    const query = new URLSearchParams({ type: "user", take: "20", ...(text && { search: text }) });
    const { collaborators } = await callApi<Members>("GET", `/base/${baseId}/collaborators?${query}`);
    return collaborators.map(({ userId, userName }) => ({ id: userId, text: userName }));
  };
  return (
    <Combobox
      label={field.name}
      takesSeveral={takesSeveral}
      initial={initial}
      chosen={people.map((each) => ({ id: each.id, text: cellText(field, each) }))}
      find={find}
      cellOf={(chosen) => {
        const cells = chosen.map(({ id, text }) => ({ id, title: text }));
        return takesSeveral ? cells : (cells[0] ?? null);
      }}
      done={done}
    />
  );
}
