/* The rows of a view in manual order, and the stored positions. */
import { rowRange } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { type RowPositionItem, readByHand } from "#lib/data/rows/row-order";
import { readSchema } from "#lib/data/schema/table-schema";
import type { TableId, ViewId } from "#lib/schemas/basics/ids";
import { readAll } from "#lib/store/store";
import { inProcessOnly } from "#test/support/run/target";

export async function rowsOf(tableId: string, viewId: string): Promise<RecordItem[]> {
  inProcessOnly("reads rows directly from the store");
  const { views } = await readSchema(tableId as TableId);
  const view = views.find(({ id }) => id === viewId);
  if (!view) throw new Error(`view ${viewId} does not exist`);
  const reader = readByHand(tableId as TableId, view, "");
  const rows: RecordItem[] = [];
  while (!reader.ended()) rows.push(...(await reader.read(1000)));
  return rows;
}

export const idsInOrder = async (tableId: string, viewId: string): Promise<string[]> =>
  (await rowsOf(tableId, viewId)).map(({ id }) => id);

/** Stored positions with the ids of their records. */
export const placesIn = async (viewId: string): Promise<[string, string][]> =>
  (await readAll<RowPositionItem>(rowRange(viewId as ViewId))).map(({ sk, recordId }) => [sk, recordId]);
