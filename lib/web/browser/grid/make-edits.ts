/* The edits of a table, sent to the server. */
import { callApi, isPassing, newCallKey } from "../call.ts";
import { cellElements } from "../cells/field-options.ts";
import type { rightsOf } from "../roles.ts";
import { appTexts } from "../texts.ts";
import { rememberStep } from "../undo-steps.ts";
import type { GridRow } from "./answers.ts";
import { CellEdits } from "./edits.ts";
import { explainRefusal } from "./refusal.ts";

interface EditedTable {
  tableId: string;
  may: ReturnType<typeof rightsOf>;
  onSaved: (row: GridRow) => void;
  say: (text: string) => void;
  onChange: (unsaved: { count: number; isWaiting: boolean }) => void;
}

/** They live as long as the page: what waits for the server is sent also after another table was opened. */
export function makeEdits({ tableId, may, onSaved, say, onChange }: EditedTable): CellEdits {
  const path = `/table/${tableId}/record`;
  const edits: CellEdits = new CellEdits({
    save: (recordId, cells, key) => {
      const body = { fieldKeyType: "id", typecast: true, record: { fields: cells } };
      const createLinked = may.create && namesRecords(cells);
      return callApi("PATCH", `${path}/${recordId}`, { ...body, ...(createLinked && { createLinked }) }, key);
    },
    newKey: newCallKey,
    onSaved: (row, key) => {
      rememberStep(path, [key]);
      onSaved(row);
    },
    onRefused: (reason) => say(appTexts.refusedCell(reason)),
    onChange: () => onChange({ count: edits.unsaved, isWaiting: edits.isWaiting }),
    isPassing,
    explain: explainRefusal,
  });
  addEventListener("online", () => edits.retry());
  addEventListener("beforeunload", (event) => edits.unsaved > 0 && event.preventDefault());
  return edits;
}

/** Whether cells name records by their titles, which may be new. */
const namesRecords = (cells: Record<string, unknown>): boolean =>
  Object.values(cells).some((value) =>
    cellElements<unknown>(value).some(
      (each) => typeof each === "object" && each !== null && !("id" in each) && "title" in each,
    ),
  );
