/* Restores a deleted table with all its content. If another table has taken its name, the name gets a number. */

import type { Caller } from "#lib/data/identity/caller";
import { followAgain } from "#lib/data/link-fields/shown-tables";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { findKept, type TableItem } from "#lib/data/schema/table-schema";
import { insertCopy, list } from "#lib/data/schema/tables";
import * as bases from "#lib/data/spaces/bases";
import { type DeletionItem, deletionKey, dueKey, isInTrash, tableIn } from "#lib/data/trash/trash";
import { secondsInTrash } from "#lib/data/trash/trash-images";
import { freeDbName } from "#lib/engine/values/db-name";
import { uniqueName } from "#lib/engine/values/names";
import { invalid, notFound } from "#lib/schemas/basics/error";
import type { BaseId, TrashId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Restored } from "#lib/schemas/tables/trash";
import { change, commit, removeKey, retryOnConflict } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { keepAnswer } from "#lib/store/idempotency-records";
import { mergeUpdates } from "#lib/store/merge-updates";
import { getItem } from "#lib/store/store";

/**
 * Restores a table from the trash of a base; if it is already restored, returns the same answer. Throws 404 without the trash entry,
 * 400 if the base has too many tables.
 */
export const restoreTable = (baseId: BaseId, id: TrashId, caller: Caller): Promise<Restored> =>
  retryOnConflict(async () => {
    const { now } = caller;
    const key = deletionKey(id);
    const tableId = tableIn(key);
    const [deletion, table, base] = await Promise.all([
      getItem<DeletionItem>(key),
      findKept(tableId),
      bases.find(baseId),
    ]);
    const answer: Restored = { resourceType: "table", resourceIds: [tableId] };
    if (deletion && table && isBack(deletion, table)) return answer;
    if (!base || !table?.deletedTime || !deletion || deletion.restoredTime) throw notFound("trash", id);
    if (!isInTrash(deletion, base.trashEmptiedTime, now)) throw notFound("trash", id);

    // read after the base: every change of the list also changes the base's version, which the commit checks
    const named = await withFreeNames(table, await list(baseId));
    const { deletedTime, deletedBy: _, trashEmptiedTime: __, ...copy } = named;
    const changes = [
      change(table, {
        ...namesOf(named),
        ...{ deletedTime: undefined, deletedBy: undefined },
      }),
      insertCopy(copy),
      change(base, {}),
      change(deletion, { restoredTime: now, expiresAt: expiryIn(secondsInTrash, now) }),
      removeKey(dueKey(table, deletedTime as string)),
      ...(await followAgain(table, caller.userId, now)),
      ...keepAnswer(caller, answer),
    ];
    await commit(mergeUpdates(raiseVersions(changes, [table])));
    return answer;
  });

/** Whether the table is restored. A concurrent call may restore it between the two reads. */
const isBack = ({ restoredTime, deletedTime }: DeletionItem, table: TableItem): boolean =>
  !table.deletedTime || (restoredTime !== undefined && table.deletedTime === deletedTime);

/** The table with names that no other one has. Throws 400 if the base has too many tables. */
export async function withFreeNames(table: TableItem, others: TableItem[]): Promise<TableItem> {
  if (others.length >= limits.tablesPerBase)
    throw invalid([
      { path: "", message: `the base has ${others.length} tables, the limit is ${limits.tablesPerBase}` },
    ]);
  const name = uniqueName(
    table.name,
    others.map((other) => other.name),
  );
  const dbTableName = await freeDbName(
    table.dbTableName,
    others.map((other) => other.dbTableName),
  );
  return { ...table, name, dbTableName, revision: table.revision + 1 };
}

export const namesOf = ({ name, dbTableName, revision }: TableItem) => ({ name, dbTableName, revision });
