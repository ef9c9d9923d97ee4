/*
 * Clearing a deleted base: its tables one after another, then its members with their entries, then itself. The list of
 * tables says what is still to do, so a table leaves it when nothing of it is left.
 */
import type { TableId } from "#lib/schemas/ids";
import { baseKey } from "./bases.ts";
import { clearSome } from "./clear-table.ts";
import type { JobItem } from "./jobs.ts";
import { entryKey, membersOf } from "./members.ts";
import type { Step } from "./run-job.ts";
import { all, count, type Item, page, removeMany, startingWith } from "./store.ts";

export async function clearBase({ baseId, at, progress }: JobItem): Promise<Step> {
  if (!baseId) throw new Error("the job names no base");
  const { pk } = baseKey(baseId);
  const tables = { pk, ...startingWith("TABLE#") };
  const [copies, left] = await Promise.all([
    page<Item & { id: TableId }>({ ...tables, limit: 1 }),
    count(tables),
  ]);
  const total = progress.total ?? left;
  const [copy] = copies.items;
  if (copy) {
    const { to } = await clearSome(copy.id, at?.["tableId"] === copy.id ? Number(at["number"]) : 0);
    if (to !== undefined)
      return { progress: { done: total - left, total }, at: { tableId: copy.id, number: to } };
    await removeMany([copy]);
    return { progress: { done: total - left + 1, total }, at: {} };
  }
  const place = `BASE#${baseId}` as const;
  await removeMany((await membersOf(place)).map(({ userId }) => entryKey(place, userId)));
  const rest = await all({ pk });
  await removeMany(rest.filter(({ sk }) => sk !== baseKey(baseId).sk));
  await removeMany([baseKey(baseId)]);
  return { progress: { done: total, total } };
}
