/*
 * Looks records up by values, whatever the order of the list: if a filter has items about the first field of an index, all records that match
 * have their entries in some ranges of it (choose-index.ts). Ids of records come from there, and the filter is applied to their records.
 *
 *   indexes that begin with a field of the filter ──▶ their first entries, side by side ──▶ the one that ends first names the records
 *
 * An entry that does not count may name a record that does not match; no record that matches lacks its entry.
 */

import { context, showsPeople } from "#lib/data/indexes/index-definition";
import type { Entry } from "#lib/data/indexes/index-items";
import { type LiveIndex, liveIndexes } from "#lib/data/indexes/live-indexes";
import { readMoved } from "#lib/data/indexes/moved-records";
import { recordKey, tableOfPart } from "#lib/data/records/record-keys";
import { lastNumber } from "#lib/data/records/record-pages";
import { guardKey, type RecordItem } from "#lib/data/records/records";
import type { IndexItem, Schema, ViewItem } from "#lib/data/schema/table-schema";
import { dateFormattingOf } from "#lib/engine/fields/date-formatting";
import { type Field, typeOf } from "#lib/engine/fields/field";
import type { KeyRange } from "#lib/engine/order-keys/order-key";
import { choicesOf, isApplicable } from "#lib/engine/query/check-filter";
import { readItem } from "#lib/engine/query/filtering";
import { type QueryMembers, resolveQuery } from "#lib/engine/query/resolve-query";
import { rangesOfValues } from "#lib/engine/query/value-keys";
import type { RecordId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { type Filter, type FilterItem, isFilterGroup } from "#lib/schemas/tables/filter";
import { getItems, type Item, type Key } from "#lib/store/store";
import { mostOfTable } from "../choose-note.ts";
import { readInstant } from "../cursors.ts";
import type { QueryPlan } from "../query-plan.ts";
import { hasAllOf, hasNoOther, indexFor, rangeOf } from "./choose-index.ts";
import type { LookedUp } from "./looked-up.ts";
import { walkEntries } from "./walk-entries.ts";

export type Sought = Pick<QueryPlan, "schema" | "look" | "context">;

/** So many indexes are tried side by side. */
const mostTried = 3;
/** So many entries are read of an index, in three steps. If there are more, other readings cost less. */
const steps = [64, 448, 1500];
/** So few records are read by their ids in any case. */
const alwaysFew = 100;

/** The records that may match a query, if an index has few of them; undefined if there is none, or if a scan costs less. */
export async function lookUp(asked: Sought): Promise<LookedUp | undefined> {
  const tableId = asked.schema.table.id;
  const unique = findUnique(asked);
  if (unique) {
    const guards = await getItems<Item & { recordId: RecordId }>([unique]);
    return { ids: guards.map(({ recordId }) => recordId), entries: guards.length };
  }
  const since = new Date().toISOString();
  const found = findRanges(asked);
  const empty = found.find(({ ranges }) => ranges.length === 0);
  if (empty) return { ids: [], index: empty.index.item, entries: 0 };
  const walks = found.slice(0, mostTried).map(({ index, ranges }) => {
    const entries: Entry[] = [];
    const parts = ranges.map((range) =>
      walkEntries(tableId, index.item.id, { ranges: [range], after: undefined }),
    );
    return { index, ranges, entries, parts };
  });
  for (const count of walks.length > 0 ? steps : []) {
    await Promise.all(
      walks.flatMap(({ entries, parts }) =>
        parts.map(async (part) => part.ended() || entries.push(...(await part.next(count)))),
      ),
    );
    const [best] = walks
      .filter(({ parts }) => parts.every((part) => part.ended()))
      .sort((one, other) => one.entries.length - other.entries.length);
    if (!best) continue;
    const ids = [...new Set(best.entries.map(({ id }) => id))].sort();
    const isFew = ids.length <= alwaysFew || ids.length <= (await lastNumber(tableId)) * mostOfTable;
    if (!isFew) return undefined;
    const named = { ids, index: best.index.item, entries: best.entries.length };
    // the only page of the only range: in each partition all entries were read at once
    const isAtOnce = count === steps[0] && best.parts.length === 1;
    return isAtOnce ? named : addMoved(named, best.ranges, since);
  }
  return undefined;
}

/** Adds the records that have moved into these ranges while they were read, and reads few records beside that. Undefined if very many move. */
async function addMoved(
  { index, ids, entries }: LookedUp & { index: IndexItem },
  ranges: KeyRange[],
  since: string,
): Promise<LookedUp | undefined> {
  const tableId = tableOfPart(index.pk);
  const readSome = (some: RecordId[]) => getItems<RecordItem>(some.map((id) => recordKey(tableId, id)));
  const [moved, records] = await Promise.all([
    readMoved(tableId, index.id, since),
    ids.length <= alwaysFew ? readSome(ids) : undefined,
  ]);
  if (!moved) return undefined;
  const isIn = ({ key }: Entry) =>
    ranges.some(({ from = "", to }) => key >= from && (to === undefined || key < to));
  const late = [...new Set(moved.filter(isIn).map(({ id }) => id))].filter((id) => !ids.includes(id));
  return {
    ...{ ids: [...ids, ...late].sort(), index, entries: entries + late.length },
    ...(records && { records: late.length > 0 ? [...records, ...(await readSome(late))] : records }),
  };
}

/**
 * As `lookUp`, for a call whose table is not read yet. Undefined too if an index has the order of the list: it may be better, which is decided
 * with the plan.
 */
export async function lookUpQuery(
  schema: Schema,
  query: QueryMembers & { cursor?: string | undefined },
): Promise<LookedUp | undefined> {
  const look = resolveQuery<ViewItem>(schema, query);
  if (look.filters.length === 0 || readInstant(query.cursor)) return undefined;
  if (look.orders.length > 0 && indexFor(schema, look)) return undefined;
  // the caller is not known yet
  return lookUp({ schema, look, context: { ...context, me: "", now: new Date().toISOString() } });
}

/** As `lookUp`: the records that may have one of these cells in a field. */
export async function lookUpEach(
  schema: Schema,
  field: Field,
  cells: readonly unknown[],
): Promise<RecordId[] | undefined> {
  const tableId = schema.table.id;
  const values = cells.map((cell) => valueNaming(cell, field)).filter((value) => value !== undefined);
  if (values.length < cells.length) return undefined;
  const isRead = ({ item: { orders, state } }: LiveIndex) =>
    orders[0]?.fieldId === field.id && state === "ready";
  if (!liveIndexes(schema).some(isRead)) return undefined;
  if (cells.length * (unitsEach / mostOfTable) > (await lastNumber(tableId))) return undefined;
  const found: (LookedUp | undefined)[] = [];
  for (const some of cutIntoPieces(values, eachAtOnce))
    found.push(
      ...(await Promise.all(
        some.map((value) => {
          const filter: Filter = {
            conjunction: "and",
            filterSet: [{ fieldId: field.id, operator: "is", value }],
          };
          const filters = [{ filter, fieldOf: () => field }];
          const look = { filters, groups: [], orders: [], open: [], shown: [] };
          return lookUp({ schema, look, context });
        }),
      )),
    );
  const known = found.filter((each) => each !== undefined);
  return known.length < found.length ? undefined : [...new Set(known.flatMap(({ ids }) => ids))].sort();
}

/** What `is` names a cell by; undefined if it cannot name this one alone, or with few others. */
function valueNaming(cell: unknown, field: Field): FilterItem["value"] | undefined {
  const family = typeOf(field).family(field.options);
  if (family === "choice") return choicesOf(field)?.find(({ id }) => id === cell)?.name;
  if (typeof cell === "number") return family === "number" ? cell : undefined;
  if (typeof cell !== "string") return undefined;
  // the day on which it is
  if (family === "dateTime")
    return { mode: "exactDate", exactDate: cell, timeZone: dateFormattingOf(field).timeZone };
  return family === "text" || family === "number" ? cell : undefined;
}

/** RCU of one look-up, at least. */
const unitsEach = 4;
const eachAtOnce = 16;

/** The key of the item of a unique number that a filter names. Of texts, `is` ignores the case of letters, and unique values do not. */
function findUnique({ schema, look }: Sought): Key | undefined {
  for (const { filter, fieldOf } of look.filters) {
    const isAnd = filter.conjunction === "and" || filter.filterSet.length < 2;
    for (const entry of isAnd ? filter.filterSet : []) {
      const field = isFilterGroup(entry) ? undefined : fieldOf(entry.fieldId);
      if (isFilterGroup(entry) || !field?.unique || field.former || !isApplicable(entry, field)) continue;
      const { operator, value } = readItem(entry, field, context);
      if (operator === "is" && typeof value === "number")
        return guardKey(schema.table.id, field, { [field.id]: value });
    }
  }
  return undefined;
}

interface Found {
  index: LiveIndex;
  ranges: KeyRange[];
}

/** The indexes that have all records that match in a part of their entries; the smallest part first, as far as it can be told. */
function findRanges({ schema, look, context }: Sought): Found[] {
  const found = liveIndexes(schema).flatMap((index): Found[] => {
    const { item, stale, mayWait } = index;
    // an entry that waits is in none of the ranges
    if (item.state !== "ready" || stale?.length !== 0 || mayWait || !hasAllOf(item, look)) return [];
    const [first] = item.orders;
    const field = schema.fields.find(({ id }) => id === first?.fieldId);
    if (!first || !field) return [];
    // records keep the place of a former name until they are written again
    if (index.namesPeople && (item.filter || showsPeople(field))) return [];
    if (first.values)
      return rangesOfValues(look.filters, field, context).map((ranges) => ({ index, ranges }));
    const { ranges } = rangeOf({ look, context }, item, { field, order: first.order });
    const isPart = ranges.every(({ from, to }) => from !== undefined || to !== undefined);
    return isPart || hasNoOther(item, look) ? [{ index, ranges }] : [];
  });
  // of two indexes that begin with one field, the one of fewer records or of fewer fields
  const isFirst = ({ index: { item } }: Found, i: number, all: Found[]) =>
    item.filter ||
    item.orders[0]?.values ||
    all.findIndex((each) => each.index.item.orders[0]?.fieldId === item.orders[0]?.fieldId) === i;
  const sizeOf = ({ index: { item } }: Found) => (item.filter ? 0 : 1) * 100 + item.orders.length;
  return found
    .sort((one, other) => widthOf(one) - widthOf(other) || sizeOf(one) - sizeOf(other))
    .filter(isFirst);
}

/** Ranges that begin and end hold one value or a few, others hold a part of the table. */
const widthOf = ({ ranges }: Found): number =>
  ranges.length + (ranges.some(({ from, to }) => from === undefined || to === undefined) ? 100 : 0);
