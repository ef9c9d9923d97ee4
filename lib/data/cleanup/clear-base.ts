/*
 * Clearing a deleted base: its tables one after another, those in its trash too, then its members with their entries, then itself. The list of
 * tables says what is still to do, so a table leaves it when nothing of it is left.
 */

import type { JobItem } from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import { baseKey } from "#lib/data/spaces/bases";
import { entryKey, membersOf } from "#lib/data/spaces/members";
import { type DeletionItem, dueKey, tableIn, trashOf } from "#lib/data/trash/trash";
import type { BaseId, TableId } from "#lib/schemas/basics/ids";
import {
  countItems,
  type Item,
  type Key,
  keysStartingWith,
  readAll,
  readPage,
  removeItems,
} from "#lib/store/store";
import { clearSome } from "./clear-table.ts";

export async function clearBase({ baseId, at, progress }: JobItem): Promise<Step> {
  if (!baseId) throw new Error("the job names no base");
  const { pk } = baseKey(baseId);
  const tables = { pk, ...keysStartingWith("TABLE#") };
  const [copies, there, inTrash] = await Promise.all([
    readPage<Item & { id: TableId }>({ ...tables, limit: 1 }),
    countItems(tables),
    deletedIn(baseId),
  ]);
  const left = there + inTrash.length;
  const total = progress.total ?? left;
  const [copy] = copies.items;
  const next = copy ? { id: copy.id, keys: [copy] } : inTrash[0];
  if (next) {
    const { id } = next;
    const { to } = await clearSome(id, at?.["tableId"] === id ? Number(at["number"]) : 0);
    if (to !== undefined) return { progress: { done: total - left, total }, at: { tableId: id, number: to } };
    await removeItems(next.keys);
    return { progress: { done: total - left + 1, total }, at: {} };
  }
  const place = `BASE#${baseId}` as const;
  await removeItems((await membersOf(place)).map(({ userId }) => entryKey(place, userId)));
  await removeItems(await readAll({ pk: trashOf(baseId) }));
  const rest = await readAll({ pk });
  await removeItems(rest.filter(({ sk }) => sk !== baseKey(baseId).sk));
  await removeItems([baseKey(baseId)]);
  return { progress: { done: total, total } };
}

/** The tables in its trash, each with what says so. */
async function deletedIn(baseId: BaseId): Promise<{ id: TableId; keys: Key[] }[]> {
  const deletions = await readAll<DeletionItem>({ pk: trashOf(baseId) });
  return deletions
    .filter(({ restoredTime }) => !restoredTime)
    .map((item) => {
      const id = tableIn(item);
      return { id, keys: [dueKey({ id }, item.deletedTime), item] };
    });
}
