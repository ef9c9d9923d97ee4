/* The rows of a view in its own order, as they are read, and all that is stored of that. */
import { placesOf } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { type RowPositionItem, readByHand } from "#lib/data/rows/row-order";
import { readSchema } from "#lib/data/schema/table-schema";
import type { TableId, ViewId } from "#lib/schemas/basics/ids";
import { readAll } from "#lib/store/store";
import { inProcessOnly } from "#test/support/run/target";

export async function rowsOf(tableId: string, viewId: string): Promise<RecordItem[]> {
  inProcessOnly("rows are read from the store");
  const { views } = await readSchema(tableId as TableId);
  const view = views.find(({ id }) => id === viewId);
  if (!view) throw new Error(`there is no view ${viewId}`);
  const reader = readByHand(tableId as TableId, view, "");
  const rows: RecordItem[] = [];
  while (!reader.ended()) rows.push(...(await reader.read(1000)));
  return rows;
}

export const idsInOrder = async (tableId: string, viewId: string): Promise<string[]> =>
  (await rowsOf(tableId, viewId)).map(({ id }) => id);

/** Positions and whose they are. */
export const placesIn = async (viewId: string): Promise<[string, string][]> =>
  (await readAll<RowPositionItem>(placesOf(viewId as ViewId))).map(({ sk, recordId }) => [sk, recordId]);
