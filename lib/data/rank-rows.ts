/*
 * Which rows of a view come first when it is sorted: all records of the table are read, page by page, and of those that count only
 * the first so many are kept. Rows whose cells are alike stay in the order that the view has.
 */
import { type Ordered, orderer } from "#lib/engine/ordering";
import { type Position, positionOf } from "#lib/engine/positions";
import { peopleShown } from "#lib/engine/present";
import type { RecordId } from "#lib/schemas/ids";
import type { RowsSort } from "#lib/schemas/rows-sort";
import type { Caller } from "./caller.ts";
import { cellContext, peopleById } from "./people.ts";
import { slice } from "./record-pages.ts";
import type { RecordItem } from "./records.ts";
import type { Schema, ViewItem } from "./table-schema.ts";

export type SortObjs = RowsSort["sortObjs"];

interface Ranking {
  sortObjs: SortObjs;
  /** Up to this number. */
  to: number;
  most: number;
  counts: (record: RecordItem) => boolean;
}

interface Ranked {
  id: RecordId;
  keys: ReturnType<ReturnType<typeof orderer>["keysOf"]>;
  position: Position;
}

const perPage = 1000;

/** The first of them, in order, and how many there are. */
export async function rankRows(
  { table, fields }: Schema,
  view: ViewItem,
  { sortObjs, to, most, counts }: Ranking,
  caller: Caller,
): Promise<{ ids: RecordId[]; total: number }> {
  const orders = sortObjs.flatMap(({ fieldId, order }): Ordered[] => {
    const field = fields.find(({ id }) => id === fieldId);
    return field ? [{ field, order }] : [];
  });
  const sorted = orders.map(({ field }) => field);
  let best: Ranked[] = [];
  let total = 0;
  for (let after = 0, more = true; more; ) {
    const page = await slice({ tableId: table.id, after, skip: 0, take: perPage });
    const there = page.records.filter((record) => record.autoNumber <= to && counts(record));
    const people = await peopleById(peopleShown(there, sorted));
    const { keysOf, compare } = orderer(orders, cellContext(caller, people));
    for (const record of there)
      best.push({ id: record.id, keys: keysOf(record), position: positionOf(record, view) });
    total += there.length;
    const last = page.records.at(-1)?.autoNumber ?? to;
    more = page.more && last < to;
    after = last;
    if (more && best.length < 4 * most) continue;
    best.sort((a, b) => compare(a.keys, b.keys) || (a.position < b.position ? -1 : 1));
    best = best.slice(0, most);
  }
  return { ids: best.map(({ id }) => id), total };
}
