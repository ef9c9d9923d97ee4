/*
 * Clears a deleted base: its tables one after another, also those in its trash, then its members with their entries, then the base. The
 * list of tables is the work left to do, so a table is removed from it only when nothing of the table is left.
 */

import * as z from "zod";
import { clearAnswers } from "#lib/data/ai/clear-filling";
import { defineJob } from "#lib/data/jobs/define-job";
import { baseKey } from "#lib/data/spaces/bases";
import { entryKey, membersOf } from "#lib/data/spaces/members";
import { type DeletionItem, dueKey, tableIn, trashOf } from "#lib/data/trash/trash";
import { type BaseId, TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { twinKeys } from "#lib/store/item";
import { countItems, type Item, type Key, keysStartingWith, readAll, readPage } from "#lib/store/store";
import { clearSome } from "./clear-table.ts";

/** The table that is being cleared, and the autoNumber of its last cleared record; none between two tables. */
const place = z.strictObject({ tableId: TableId.optional(), number: z.int().default(0) });

/** One piece of the job. */
export const clearBase = defineJob("clearBase", { needs: "baseId", place }, async (job) => {
  const { baseId, at, progress, createdBy: userId } = job;
  const { pk } = baseKey(baseId);
  const tables = { pk, ...keysStartingWith("TABLE#") };
  const [copies, there, inTrash] = await Promise.all([
    readPage<Item & { id: TableId }>({ ...tables, limit: 1 }),
    countItems(tables),
    tablesInTrash(baseId),
  ]);
  const left = there + inTrash.length;
  const total = progress.total ?? left;
  const [copy] = copies.items;
  const next = copy ? { id: copy.id, keys: [copy] } : inTrash[0];
  if (next) {
    const { id } = next;
    const { to } = await clearSome({ tableId: id, baseId, userId }, at.tableId === id ? at.number : 0);
    if (to !== undefined) return { progress: { done: total - left, total }, at: { tableId: id, number: to } };
    await removeItems(next.keys);
    return { progress: { done: total - left + 1, total }, at: {} };
  }
  const basePlace = `BASE#${baseId}` as const;
  await removeItems((await membersOf(basePlace)).map(({ userId }) => entryKey(basePlace, userId)));
  await removeItems(await readAll({ pk: trashOf(baseId) }));
  await clearAnswers(baseId);
  const rest = await readAll({ pk });
  await removeItems(rest.filter(({ sk }) => sk !== baseKey(baseId).sk));
  for (const key of [...twinKeys(baseKey(baseId)), baseKey(baseId)]) await removeItems([key]);
  return { progress: { done: total, total } };
});

/** The tables in its trash, each with the keys of its trash items. */
async function tablesInTrash(baseId: BaseId): Promise<{ id: TableId; keys: Key[] }[]> {
  const deletions = await readAll<DeletionItem>({ pk: trashOf(baseId) });
  return deletions
    .filter(({ restoredTime }) => !restoredTime)
    .map((item) => {
      const id = tableIn(item);
      return { id, keys: [dueKey({ id }, item.deletedTime), item] };
    });
}
