/* How many comments records have: counted by the commits that write them, so a count is as right as the list. */
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { readAll } from "#lib/store/store";
import { type CountItem, countKey, countsOf, type RecordPlace, readBeside } from "./comments.ts";

export async function countOf(place: RecordPlace): Promise<number> {
  const [count] = (await readBeside(place, [countKey(place)])) as [CountItem?];
  return count?.n ?? 0;
}

/** Of these records, which are in the order of their ids, those that have any. */
export async function countsAmong(tableId: TableId, records: { id: RecordId }[]) {
  const [first, last] = [records[0]?.id, records.at(-1)?.id];
  if (first === undefined || last === undefined) return [];
  const counts = await readAll<CountItem>({ pk: countsOf(tableId), from: first, to: last });
  const ids = new Set<string>(records.map(({ id }) => id));
  return counts
    .filter(({ recordId, n }) => n > 0 && ids.has(recordId))
    .map(({ recordId, n }) => ({ recordId, count: n }));
}
