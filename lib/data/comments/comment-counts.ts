/* How many comments records have. The commits that write comments update the count, so it is always exact. */
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { readAll } from "#lib/store/store";
import { type CountItem, countKey, countsOf, type RecordPlace, readBeside } from "./comments.ts";

/** The number of comments of a record; throws 404 if the record does not exist. */
export async function countOf(place: RecordPlace): Promise<number> {
  const [count] = await readBeside<[CountItem]>(place, [countKey(place)]);
  return count?.n ?? 0;
}

/** The counts above 0 of these records, ordered by id. One Query. */
export async function countsAmong(tableId: TableId, records: { id: RecordId }[]) {
  const sorted = records.map(({ id }) => id).sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const counts = await readAll<CountItem>({ pk: countsOf(tableId), from: first, to: last });
  const ids = new Set<string>(sorted);
  return counts
    .filter(({ recordId, n }) => n > 0 && ids.has(recordId))
    .map(({ recordId, n }) => ({ recordId, count: n }));
}
