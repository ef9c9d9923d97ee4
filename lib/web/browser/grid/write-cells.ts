/* Calls that change several cells or records at once: all or nothing each, and one step to undo. */
import { GridlessError } from "#lib/client/errors";
import { callApi, newCallKey } from "../call.ts";
import { type AskUndo, asStep } from "../undo-steps.ts";
import type { GridRow } from "./answers.ts";
import type { PastedValues } from "./clipboard.ts";

export interface PasteTarget {
  tableId: string;
  /** The fields of the columns, from the first that is written. */
  fieldIds: string[];
  /** The records of the rows; content past them makes records. */
  recordIds: string[];
}

/** What becomes of a paste of which some cells do not fit: the others are pasted, records are made of unknown names, or nothing is done. */
export type PasteChoice = "rest" | "make" | "cancel";

/** A value that a cell cannot hold. */
export interface RefusedCell {
  row: number;
  column: number;
  reason: string;
}

/**
 * Pastes content from the first cell on, by as many calls as it needs: all of it, as one step to undo, or nothing. `settle` gets the cells that
 * were refused, changes the content, and says how it is tried again; if it is not, what was written before is taken back. Gives whether the
 * content was pasted.
 */
export async function pasteInto(
  { tableId, fieldIds, recordIds }: PasteTarget,
  content: PastedValues,
  settle: (refused: RefusedCell[], total: number) => Promise<PasteChoice>,
): Promise<boolean> {
  const path = `/table/${tableId}/selection/paste`;
  let createLinked = false;
  const calls = await callInTurns({ tableId, path }, content.length, async (from, to) => {
    for (;;) {
      const key = newCallKey();
      const body = {
        ...{ fieldKeyType: "id", projection: fieldIds, ...(createLinked && { createLinked }) },
        recordIds: recordIds.slice(from, to),
        content: content.slice(from, to),
        ranges: [
          [0, 0],
          [fieldIds.length - 1, to - from - 1],
        ],
      };
      try {
        return { key, answer: await callApi("PATCH", path, body, key) };
      } catch (error) {
        const refused = refusedCells(error, fieldIds).map((cell) => ({ ...cell, row: from + cell.row }));
        if (refused.length === 0 || !(error instanceof GridlessError)) throw error;
        const { total } = error.data;
        const choice = await settle(refused, typeof total === "number" ? total : refused.length);
        if (choice === "cancel") return undefined;
        createLinked ||= choice === "make";
      }
    }
  });
  return calls !== undefined;
}

function refusedCells(error: unknown, fieldIds: string[]): RefusedCell[] {
  if (!(error instanceof GridlessError) || error.status !== 400) return [];
  return error.issues.flatMap(({ path = "", message }) => {
    const [, row] = /^content\[(\d+)]/.exec(path) ?? [];
    const column = fieldIds.findIndex((id) => path.includes(id));
    return row === undefined || column === -1 ? [] : [{ row: Number(row), column, reason: message }];
  });
}

/** Writes cells of several records, as one step to undo; `null` empties one. */
export async function changeRows(
  tableId: string,
  records: { id: string; fields: Record<string, unknown> }[],
): Promise<GridRow[]> {
  const path = `/table/${tableId}/record`;
  const answers = await callInTurns({ tableId, path }, records.length, async (from, to) => {
    const [key, some] = [newCallKey(), records.slice(from, to)];
    const body = { fieldKeyType: "id", typecast: true, records: some };
    return { key, answer: await callApi<GridRow[]>("PATCH", path, body, key) };
  });
  return answers?.flat() ?? [];
}

/** Deletes records, as one step to undo. */
export async function deleteRecords(tableId: string, recordIds: string[]): Promise<void> {
  const path = `/table/${tableId}/record/delete`;
  await callInTurns({ tableId, path }, recordIds.length, async (from, to) => {
    const key = newCallKey();
    return { key, answer: await callApi("POST", path, { recordIds: recordIds.slice(from, to) }, key) };
  });
}

/** A call takes so many records. */
const mostRows = 1000;

/**
 * Sends so many rows by as many calls as they need, one after the other. What was done, also before a failure, is one step to undo. If a call
 * gives nothing, those before it are taken back, and the answer is undefined.
 */
const callInTurns = <Answer>(
  { tableId, path }: { tableId: string; path: string },
  count: number,
  send: (from: number, to: number) => Promise<{ key: string; answer: Answer } | undefined>,
): Promise<Answer[] | undefined> =>
  asStep(path, async (keys) => {
    const answers: Answer[] = [];
    for (let from = 0; from < count; from += mostRows) {
      const done = await send(from, Math.min(count, from + mostRows));
      if (!done) {
        for (let key = keys.pop(); key !== undefined; key = keys.pop()) await askUndo("undo", tableId, key);
        return undefined;
      }
      answers.push(done.answer);
      keys.push(done.key);
    }
    return answers;
  });

/** Takes back the call with this key, or does it again. */
export const askUndo: AskUndo = (direction, tableId, key) =>
  callApi("POST", `/table/${tableId}/undo-redo/${direction}?${new URLSearchParams({ idempotencyKey: key })}`);
