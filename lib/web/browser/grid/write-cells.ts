/* Calls that change several cells or records at once: all or nothing each, and one step to undo. */
import { GridlessError } from "#lib/client/index";
import { callApi } from "../call.ts";
import type { GridRow } from "./answers.ts";
import type { PastedValues } from "./clipboard.ts";

export interface PasteTarget {
  tableId: string;
  /** The fields of the columns, from the first that is written. */
  fieldIds: string[];
  /** The records of the rows; content past them makes records. */
  recordIds: string[];
}

/** A value that a cell cannot hold. */
export interface RefusedCell {
  row: number;
  column: number;
  reason: string;
}

/** Pastes content from the first cell on. Gives the cells that were refused; then nothing was written. */
export async function pasteInto(
  { tableId, fieldIds, recordIds }: PasteTarget,
  content: PastedValues,
): Promise<{ refused: RefusedCell[]; total: number }> {
  const last = [fieldIds.length - 1, content.length - 1];
  const body = {
    ...{ fieldKeyType: "id", projection: fieldIds, recordIds, content },
    ranges: [[0, 0], last],
  };
  try {
    await callApi("PATCH", `/table/${tableId}/selection/paste`, body);
    return { refused: [], total: 0 };
  } catch (error) {
    const refused = refusedCells(error, fieldIds);
    if (refused.length === 0 || !(error instanceof GridlessError)) throw error;
    const { total } = error.data;
    return { refused, total: typeof total === "number" ? total : refused.length };
  }
}

function refusedCells(error: unknown, fieldIds: string[]): RefusedCell[] {
  if (!(error instanceof GridlessError) || error.status !== 400) return [];
  return error.issues.flatMap(({ path = "", message }) => {
    const [, row] = /^content\[(\d+)]/.exec(path) ?? [];
    const column = fieldIds.findIndex((id) => path.includes(id));
    return row === undefined || column === -1 ? [] : [{ row: Number(row), column, reason: message }];
  });
}

/** Writes cells of several records; `null` empties one. */
export const changeRows = (
  tableId: string,
  records: { id: string; fields: Record<string, unknown> }[],
): Promise<GridRow[]> =>
  callApi("PATCH", `/table/${tableId}/record`, { fieldKeyType: "id", typecast: true, records });

/** Makes an empty record at the end, or below another one. */
export async function makeRecord(
  tableId: string,
  below: { viewId: string; anchorId: string } | undefined,
): Promise<GridRow | undefined> {
  const order = below && { order: { ...below, position: "after" } };
  const { records } = await callApi<{ records: GridRow[] }>("POST", `/table/${tableId}/record`, {
    ...{ fieldKeyType: "id", records: [{ fields: {} }] },
    ...order,
  });
  return records[0];
}

export const deleteRecords = (tableId: string, recordIds: string[]): Promise<unknown> =>
  callApi("POST", `/table/${tableId}/record/delete`, { recordIds });
