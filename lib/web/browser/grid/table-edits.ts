/* The edits of a table, sent to the server: all that shows the table shows the same ones. */
import { callApi, findPassing, newCallKey } from "../call.ts";
import { cellElements } from "../cells/field-options.ts";
import { beginKeeping, keepEdits, wouldLose } from "../kept/kept-edits.ts";
import { checkOwnId } from "../live/own-id.ts";
import { asStep } from "../undo-steps.ts";
import type { GridRow } from "./answers.ts";
import { CellEdits } from "./edits.ts";
import { explainRefusal } from "./refusal.ts";

/** The record as it is now; as it was known, if it cannot be read. */
const readRow = (tableId: string, known: GridRow): Promise<GridRow> =>
  callApi<GridRow>("GET", `/table/${tableId}/record/${known.id}?fieldKeyType=id`).catch(() => known);

/** What happens to edits. */
export interface EditsListener {
  /** A record is stored that had another id until now. */
  onMade?: (newId: string, row: GridRow) => void;
  onSaved?: (row: GridRow) => void;
  onRefused?: (reason: string) => void;
  /** Something is to be painted again. */
  onChange?: () => void;
}

export class TableEdits {
  readonly cells: CellEdits;
  readonly #listeners = new Set<EditsListener>();

  constructor(tableId: string) {
    const path = `/table/${tableId}/record`;
    this.cells = new CellEdits({
      save: async (recordId, { values, seen }, key, order, isAgain) => {
        // what waited is sent for this person only: another person may have signed in meanwhile
        if (isAgain) await checkOwnId();
        const body = {
          fieldKeyType: "id",
          typecast: true,
          record: { fields: values, ...(seen && { seen }) },
        };
        const createLinked = namesRecords(values);
        const sent = { ...body, ...(createLinked && { createLinked }), ...(order && { order }) };
        const saved = await asStep(path, async (keys) => {
          const row = await callApi<GridRow>("PATCH", `${path}/${recordId}`, sent, key, { isOnce: true });
          keys.push(key);
          return row;
        });
        // the answer may be that of the first time: others may have written since
        return isAgain ? readRow(tableId, saved) : saved;
      },
      make: async (cells, key, order, isAgain) => {
        if (isAgain) await checkOwnId();
        const createLinked = namesRecords(cells);
        const body = { fieldKeyType: "id", typecast: true, records: [{ fields: cells }] };
        const sent = { ...body, ...(createLinked && { createLinked }), ...(order && { order }) };
        return asStep(path, async (keys) => {
          const { records } = await callApi<{ records: [GridRow] }>("POST", path, sent, key, {
            isOnce: true,
          });
          keys.push(key);
          return records[0];
        });
      },
      newKey: newCallKey,
      onMade: (newId, row) => {
        for (const { onMade } of this.#listeners) onMade?.(newId, row);
      },
      onSaved: (row) => {
        for (const { onSaved } of this.#listeners) onSaved?.(row);
      },
      onRefused: (reason) => {
        for (const { onRefused } of this.#listeners) onRefused?.(reason);
      },
      onChange: () => {
        for (const { onChange } of this.#listeners) onChange?.();
      },
      findPassing,
      keep: (recordId, kept) => keepEdits(tableId, recordId, kept),
      explain: explainRefusal,
    });
    beginKeeping();
    addEventListener("online", () => this.cells.retry());
    // the browser had put this page aside, and another one has its edits
    addEventListener("pageshow", ({ persisted }) => persisted && this.cells.unsaved > 0 && location.reload());
    addEventListener(
      "beforeunload",
      (event) => this.cells.unsaved > 0 && wouldLose() && event.preventDefault(),
    );
  }

  /** Gives what ends it. */
  listen(listener: EditsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const known = new Map<string, TableEdits>();

/** They live as long as the page: what waits for the server is sent also after another table was opened. */
export function editsOf(tableId: string): TableEdits {
  const edits = known.get(tableId) ?? new TableEdits(tableId);
  known.set(tableId, edits);
  return edits;
}

/** Whether cells name records by their titles, which may be new. */
const namesRecords = (cells: Record<string, unknown>): boolean =>
  Object.values(cells).some((value) =>
    cellElements<unknown>(value).some(
      (each) => typeof each === "object" && each !== null && !("id" in each) && "title" in each,
    ),
  );
