/* Changes an index in a commit of its own. */

import { raiseVersions } from "#lib/data/schema/raise-versions";
import { type IndexItem, type TableItem, tableKey } from "#lib/data/schema/table-schema";
import type { TableId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { indexKey, isKept } from "./index-items.ts";

/** Changes an index and raises the version of the schema. Does nothing if the index or its table no longer exists. */
export async function changeIndex(
  tableId: TableId,
  id: string,
  become: (item: IndexItem) => Change | undefined,
): Promise<void> {
  await retryOnConflict(async () => {
    const [item, table] = await Promise.all([
      getItem<IndexItem>(indexKey(tableId, id)),
      getItem<TableItem>(tableKey(tableId)),
    ]);
    const changed = item && become(item);
    if (changed && table) await commit(raiseVersions([changed], [table]));
  });
}

/** Ends those of these indexes that writers keep: no later call reads them, and the consumer of table changes makes new ones. */
export async function endKept(tableId: TableId, indexes: readonly IndexItem[]): Promise<void> {
  for (const { id } of indexes)
    await changeIndex(tableId, id, (item) => (isKept(item) ? change(item, { state: "ended" }) : undefined));
}
