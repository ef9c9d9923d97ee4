/* Whether the place where a person says to be exists. */
import { baseOfTable } from "#lib/data/changes/base-of-table";
import { recordKey } from "#lib/data/records/record-keys";
import { fieldKey, viewKey } from "#lib/data/schema/table-schema";
import type { BaseId, TableId } from "#lib/schemas/basics/ids";
import { getItems, type Key, makeFinder } from "#lib/store/store";
import type { Presence } from "./connections.ts";

/** What a place names that is not in the base; `undefined` if all of it is there. 1 RCU for each id, and for the first text about a table one more. */
export async function findUnknown(
  baseId: BaseId,
  { tableId, viewId, recordId, fieldId }: Presence & { tableId: TableId },
): Promise<"tableId" | keyof Presence | undefined> {
  if ((await baseOfTable(tableId)) !== baseId) return "tableId";
  const named: { name: keyof Presence; key: Key }[] = [{ name: "viewId", key: viewKey(tableId, viewId) }];
  if (recordId) named.push({ name: "recordId", key: recordKey(tableId, recordId) });
  if (fieldId) named.push({ name: "fieldId", key: fieldKey(tableId, fieldId) });
  const find = makeFinder(await getItems(named.map(({ key }) => key)));
  return named.find(({ key }) => !find(key))?.name;
}
