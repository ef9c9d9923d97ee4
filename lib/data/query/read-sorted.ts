/*
 * Records in an order of their cells: all of the table is read, and of what comes after the cursor only the best are kept, by
 * their keys; then those are read again, as they are now. One that was changed in between and matches no more is left out.
 */

import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { scan } from "#lib/data/records/scan";
import { sizeOf } from "#lib/engine/cells/record-size";
import { keepTop } from "#lib/engine/values/top-n";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { getItems } from "#lib/store/store";
import type { PageRead } from "./fit-page.ts";
import type { Keys, QueryPlan } from "./query-plan.ts";
import type { Paging } from "./read-rows.ts";

interface Entry {
  keys: Keys;
  id: RecordId;
}

interface Wanted extends Paging {
  /** Sees each record that matches, and says whether it may be on a page. */
  isShown?: (record: RecordItem) => boolean;
}

export async function readSorted(seen: QueryPlan, wanted: Wanted): Promise<PageRead> {
  const { keep, page } = keeping(seen, wanted);
  await scan(seen.schema.table.id, seen.read, keep);
  return page();
}

/** Of these records only. */
export async function readSelected(seen: QueryPlan, wanted: Wanted, ids: RecordId[]): Promise<PageRead> {
  const { keep, page } = keeping(seen, wanted);
  await readSelectedRecords(seen.schema.table.id, ids, keep);
  return page();
}

/** All of them, some at a time: the table is read once, and of each record its keys are kept. */
export async function* readAllSorted(seen: QueryPlan, ids?: RecordId[]): AsyncGenerator<RecordItem[]> {
  const tableId = seen.schema.table.id;
  const { keep, entries } = keeping(seen, { after: undefined, skip: 0, take: limits.recordsSorted });
  await (ids ? readSelectedRecords(tableId, ids, keep) : scan(tableId, seen.read, keep));
  const found = entries();
  for (let i = 0; i < found.length; i += readTogether) {
    const { records } = await readAgain(seen, found.slice(i, i + readTogether), false);
    yield records;
  }
}

/** Some at a time: a record may be as large as a hundred usual ones are together. */
export async function readSelectedRecords(
  tableId: TableId,
  ids: RecordId[],
  visit: (records: RecordItem[]) => Promise<void>,
): Promise<void> {
  for (let i = 0; i < ids.length; i += readTogether)
    await visit(await findByIds(tableId, ids.slice(i, i + readTogether)));
}

function keeping(seen: QueryPlan, { after, skip, take, isShown }: Wanted) {
  const best = keepTop<Entry>(skip + take + 1, (a, b) => seen.compare(a.keys, b.keys));
  return {
    async keep(records: RecordItem[]): Promise<void> {
      await seen.meet(records);
      for (const record of records) {
        if (!seen.matches(record) || isShown?.(record) === false) continue;
        const keys = seen.keysOf(record);
        if (after === undefined || seen.compare(keys, after as Keys) > 0) best.offer({ keys, id: record.id });
      }
    },
    entries: () => best.inOrder(),
    page(): Promise<PageRead> {
      const found = best.inOrder();
      return readAgain(seen, found.slice(skip, skip + take), found.length > skip + take);
    },
  };
}

const readTogether = 100;

/** The records of a page, as far as they fit into an answer; `more` come after them. */
async function readAgain(seen: QueryPlan, entries: Entry[], more: boolean): Promise<PageRead> {
  const keysOf = new Map(entries.map(({ id, keys }) => [id, keys]));
  const records: RecordItem[] = [];
  let bytes = 0;
  let read = 0;
  while (read < entries.length && bytes <= limits.responseBytes) {
    // a page of usual size is read at once
    const piece = entries.slice(read, read + Math.max(readTogether, 2 * read));
    const found = await findByIds(
      seen.schema.table.id,
      piece.map(({ id }) => id),
    );
    await seen.meet(found);
    for (const record of found) bytes += sizeOf(record);
    records.push(...found.filter(seen.matches));
    read += piece.length;
  }
  return {
    records,
    placeOf: ({ id }) => keysOf.get(id) as Keys,
    next: more || read < entries.length ? (entries[read - 1]?.keys ?? null) : null,
  };
}

/** Those that are there, in the order of the ids. */
async function findByIds(tableId: TableId, ids: RecordId[]): Promise<RecordItem[]> {
  const items = (await getItems(ids.map((id) => recordKey(tableId, id)))) as RecordItem[];
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
