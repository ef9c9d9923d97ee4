import { shareRead } from "#lib/data/records/share-read";
import { type TableItem, tableKey } from "#lib/data/schema/table-schema";
import type { BaseId, TableId } from "#lib/schemas/basics/ids";
import { getItem } from "#lib/store/store";

const basesKnown = new Map<TableId, BaseId>();
const mostKnown = 10_000;

/** The base of a table, for changes from the stream; undefined if the table does not exist. A table never leaves its base. */
export async function baseOfTable(tableId: TableId): Promise<BaseId | undefined> {
  const known = basesKnown.get(tableId);
  if (known) return known;
  const table = await shareRead(`table ${tableId}`, () => getItem<TableItem>(tableKey(tableId)));
  if (!table) return undefined;
  if (basesKnown.size >= mostKnown) basesKnown.clear();
  basesKnown.set(tableId, table.baseId);
  return table.baseId;
}
