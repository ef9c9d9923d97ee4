/* Whether the place where a person says to be exists. */
import { recordKey } from "#lib/data/records/record-keys";
import { fieldKey, isGone, type TableItem, tableKey, viewKey } from "#lib/data/schema/table-schema";
import type { BaseId, TableId } from "#lib/schemas/basics/ids";
import { getItems, type Key, makeFinder } from "#lib/store/store";
import type { Presence } from "./connections.ts";

/** What a place names that is not in the base, or is deleted; `undefined` if all of it is there. 1 RCU for each id. */
export async function findUnknown(
  baseId: BaseId,
  { tableId, viewId, recordId, fieldId }: Presence & { tableId: TableId },
): Promise<"tableId" | keyof Presence | undefined> {
  const named: { name: keyof Presence; key: Key }[] = [{ name: "viewId", key: viewKey(tableId, viewId) }];
  if (recordId) named.push({ name: "recordId", key: recordKey(tableId, recordId) });
  if (fieldId) named.push({ name: "fieldId", key: fieldKey(tableId, fieldId) });
  const find = makeFinder(await getItems([tableKey(tableId), ...named.map(({ key }) => key)]));
  const table = find<TableItem>(tableKey(tableId));
  // a table in the trash keeps its views and records, and a deleted field leaves an entry
  if (table?.baseId !== baseId || table.deletedTime) return "tableId";
  return named.find(({ key }) => {
    const item = find(key);
    return !item || isGone(item);
  })?.name;
}
