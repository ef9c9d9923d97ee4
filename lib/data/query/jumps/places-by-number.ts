/*
 * The places of all records, in natural order or in the rows of a view. The store counts the records of each 1,000 numbers, 8,000 numbers in a
 * round trip. A place stands after such a thousand; where no record was deleted that is each 1,000th row. A row that was moved by hand is
 * counted where it is now, and not where its number is.
 */

import { nextBucket, readCounter } from "#lib/data/records/empty-buckets";
import {
  bucketOf,
  type CounterItem,
  lastOf,
  partsOf,
  recordKey,
  rowRange,
} from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { takeScanTurn } from "#lib/data/records/scan-turns";
import type { RowPositionItem } from "#lib/data/rows/row-order";
import type { ViewItem } from "#lib/data/schema/table-schema";
import { endOf, numberOf } from "#lib/engine/values/positions";
import { autoNumberOf, recordIdStart, type TableId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { countItems, getItems, readPage } from "#lib/store/store";
import type { QueryPlan } from "../query-plan.ts";
import { type FoundPlaces, type PlacedRow, rowsApart } from "./row-places.ts";

const stepsAtOnce = 8;
const mostRounds = 32;
/** Their records are read to see where they are. */
const mostMoved = 500;
const recordsPerRead = 100;

/** Numbers after one number, up to another. */
interface Step {
  after: number;
  upTo: number;
}

/** The places from a row on. */
export const placesByNumber = (plan: QueryPlan, start: PlacedRow): Promise<FoundPlaces> =>
  takeScanTurn(plan.reader, () => findPlaces(plan, start));

async function findPlaces({ schema, look: { view } }: QueryPlan, start: PlacedRow): Promise<FoundPlaces> {
  const tableId = schema.table.id;
  const begin = typeof start.after === "string" ? numberOf(start.after) : Number(start.after ?? 0);
  const firstStep = { after: begin, upTo: endOfStep(begin) };
  const [firstCount, counter, moved] = await Promise.all([
    countNumbers(tableId, firstStep),
    readCounter(tableId),
    view ? readMoved(tableId, view) : [],
  ]);
  if (!moved) return { reason: "movedRows" };
  const places: PlacedRow[] = [];
  const placeAt = (row: number, number: number) => ({ row, after: view ? endOf(number) : number });
  let { row } = start;
  let at = begin;
  let lastPlace = start.after === undefined ? 0 : Number.NEGATIVE_INFINITY;
  const pass = (step: Step, count: number) => {
    const rows = count + countMoved(moved, step);
    if (rows > 0 && row - lastPlace + rows > rowsApart && row > 0) {
      places.push(placeAt(row, at));
      lastPlace = row;
    }
    row += rows;
    at = step.upTo;
  };
  pass(firstStep, firstCount);
  for (let round = 0; round < mostRounds && at < counter.n; round++) {
    const steps = stepsAfter(at, counter);
    const counts = await Promise.all(steps.map((step) => countNumbers(tableId, step)));
    for (const [i, step] of steps.entries()) pass(step, counts[i] ?? 0);
  }
  return at < counter.n ? { places, next: placeAt(row, at) } : { places, rows: row };
}

const endOfStep = (after: number): number => (Math.floor(after / rowsApart) + 1) * rowsApart;

/** The next steps that may hold records: each ends where the next one begins. */
function stepsAfter(number: number, { n, empty }: Required<Pick<CounterItem, "n" | "empty">>): Step[] {
  const steps: Step[] = [];
  for (let after = number; after < n && steps.length < stepsAtOnce; ) {
    const bucket = bucketOf(after + 1);
    const used = nextBucket(bucket, empty);
    const upTo = endOfStep(used > bucket ? lastOf(used - 1) : after);
    steps.push({ after, upTo });
    after = upTo;
  }
  return steps;
}

/** How many records have these numbers. At most the first and the last bucket of them may hold records. */
async function countNumbers(tableId: TableId, { after, upTo }: Step): Promise<number> {
  const range = { from: recordIdStart(after + 1), to: recordIdStart(upTo + 1) };
  const buckets = new Set([bucketOf(after + 1), bucketOf(upTo)]);
  const parts = [...buckets].flatMap((bucket) => partsOf(tableId, bucket));
  const counts = await Promise.all(parts.map((pk) => countItems({ pk, ...range })));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A row that was moved from the slot of its number to the slot of another. */
interface Moved {
  from: number;
  to: number;
}

/** The rows that are moved in a view; undefined if these are too many to be read. */
async function readMoved(tableId: TableId, { id, frozen }: ViewItem): Promise<Moved[] | undefined> {
  if (frozen !== undefined) return undefined;
  const { items, more } = await readPage<RowPositionItem>({ ...rowRange(id), limit: mostMoved + 1 });
  if (more || items.length > mostMoved) return undefined;
  const moved: Moved[] = [];
  for (const some of cutIntoPieces(items, recordsPerRead)) {
    const records = await getItems<RecordItem>(some.map(({ recordId }) => recordKey(tableId, recordId)));
    const byId = new Map(records.map((record) => [record.id, record.moved?.[id]]));
    // a position counts only if its record says the same
    for (const { sk, recordId } of some)
      if (byId.get(recordId) === sk) moved.push({ from: autoNumberOf(recordId), to: numberOf(sk) });
  }
  return moved;
}

/** By how many rows moved ones change the number of rows in a step. Rows in slot 0 are before the first record. */
function countMoved(moved: readonly Moved[], { after, upTo }: Step): number {
  const isIn = (number: number) => (number > after || (number === 0 && after === 0)) && number <= upTo;
  return moved.reduce((sum, { from, to }) => sum + Number(isIn(to)) - Number(isIn(from)), 0);
}
