/*
 * Notes in which order a page was read, for a random part of the pages. It is one write of 1 WCU, for which no answer waits. Imported only
 * for these pages.
 *
 * It notes the index that would have served the page:
 *
 *   no filter, or ranges of the order         all records in the order
 *   a filter that half of the records match   all records, if the table is large: the page reads few records more than it shows
 *   another filter                            only the matching records, if the filter gives the same result at any time
 */

import { noteOrder } from "#lib/data/indexes/asked-orders";
import {
  combineFilters,
  context,
  defineIndex,
  holdsValues,
  type IndexDefinition,
} from "#lib/data/indexes/index-definition";
import { declaredIndexes, isInOrder, valueIndex, wantedIndexes } from "#lib/data/indexes/wanted-indexes";
import { recordsWithoutIndex } from "#lib/data/records/record-keys";
import { lastNumber } from "#lib/data/records/record-pages";
import type { Schema } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import { rangeOfFilters } from "#lib/engine/query/filter-range";
import { rangesOfValues } from "#lib/engine/query/value-keys";
import { itemsOf } from "#lib/schemas/tables/filter";
import { mostScanned } from "./indexed/read-indexed.ts";
import type { QueryPlan } from "./query-plan.ts";

/** How many records a filter has let through. */
export interface Looked {
  /** The highest number of the table. */
  last: number;
  seen: number;
  matched: number;
  /** Whether the call reads the whole list, not a page. */
  isWhole: boolean;
}

/** How many records of a scan matched, and how far it went; absent: to the end of the table. */
export interface ValueScan {
  matched: number;
  last?: number;
}

/** If more of the records match, a scan finds them as cheaply. */
const mostMatching = 1 / 4;
/** Longer filters are not noted, so that a note costs 1 WCU. */
const mostFilterBytes = 400;
/** If fewer of the records that are read match, a page may be short. */
const leastShare = 1 / 20;

/** Notes a page that was read from an index. */
export const noteIndexed = (schema: Schema, definition: IndexDefinition, pages: number): Promise<void> =>
  note(schema, definition, pages, false);

/**
 * Notes a page that was scanned, or for which an index gave many records that do not match, if another index would have served it. `looked`
 * is known after reading, for filters that are no range.
 */
export async function noteScanned(
  { schema, look }: Pick<QueryPlan, "schema" | "look">,
  pages: number,
  looked?: Looked,
): Promise<void> {
  const wanted = wantedBy(schema, look, looked);
  if (wanted) await note(schema, wanted, pages, true);
}

/** Notes that few of the records that were read match, if an index of a value in the filter had named them: the first such field. */
export async function noteValues(
  { schema, look: { filters } }: Pick<QueryPlan, "schema" | "look">,
  pages: number,
  { matched, last }: ValueScan,
): Promise<void> {
  const read = last ?? (await lastNumber(schema.table.id));
  if (read <= recordsWithoutIndex || matched > read * mostMatching) return;
  const named = filters.flatMap(({ filter, fieldOf }) =>
    itemsOf(filter).flatMap(({ fieldId }) => fieldOf(fieldId) ?? []),
  );
  const isValue = (field: Field) =>
    holdsValues(field)
      ? rangesOfValues(filters, field, context).length > 0
      : rangeOfFilters(filters, { field, order: "asc" }, context).ranges.every(({ from, to }) => from && to);
  const definitions = named.filter(isValue).map(valueIndex);
  const first = definitions.find((each) => defineIndex(each, schema.fields));
  if (first) await note(schema, first, pages, true);
}

/** Notes the days of a calendar that were found by a scan: the records between the dates. */
export async function noteDays(schema: Schema, dates: Field[], pages: number): Promise<void> {
  const definitions = dates.map(({ id }): IndexDefinition => ({ orders: [{ fieldId: id, order: "asc" }] }));
  if (!definitions.every((each) => defineIndex(each, schema.fields))) return;
  await Promise.all(definitions.map((each) => note(schema, each, pages, true)));
}

async function note(
  schema: Schema,
  { orders, groups, filter }: IndexDefinition,
  pages: number,
  isScanned: boolean,
): Promise<void> {
  const definition = { orders, ...(groups !== undefined && { groups }), ...(filter && { filter }) };
  const isAsked = ![...declaredIndexes(schema), ...wantedIndexes(schema)].some((each) =>
    isInOrder(each, definition),
  );
  const isMissing = isScanned && !schema.indexes.some((each) => isInOrder(each, definition));
  await noteOrder(schema.table.id, { definition, pages, isAsked, isMissing });
}

/** The index that would serve a list so that pages cost about what they show; undefined if none would. */
function wantedBy(
  { fields }: Schema,
  { orders: wanted, groups, filters, search }: QueryPlan["look"],
  looked: Looked | undefined,
): IndexDefinition | undefined {
  const orders = wanted.map(({ field, order }) => ({ fieldId: field.id, order }));
  const [first] = wanted;
  if (!first || search?.hideNotMatch || !defineIndex({ orders }, fields)) return undefined;
  const isGrouped = groups.length > 0;
  // headers of groups need counts by group, so the groups must be the first fields of the order
  if (!groups.every(({ field }, i) => orders[i]?.fieldId === field.id)) return undefined;
  const counts = isGrouped ? { groups: groups.length } : {};
  const isExact = isGrouped ? filters.length === 0 : rangeOfFilters(filters, first, context).isAll;
  // an exact index is noted when the reading begins, another one when it has ended
  if (isExact !== !looked) return undefined;
  if (!looked) return { orders, ...counts };
  const share = looked.matched / Math.max(looked.seen, 1);
  const isWalked = !isGrouped && !looked.isWhole && looked.last > mostScanned;
  if (isWalked && share >= 1 / 2) return { orders };
  const filter = combineFilters(filters);
  const isOfTable = filters.every(({ made }) => !made);
  const filtered = filter && { orders, filter, groups: 0, ...counts };
  if (
    filtered &&
    isOfTable &&
    Buffer.byteLength(JSON.stringify(filter)) <= mostFilterBytes &&
    defineIndex(filtered, fields)
  )
    return filtered;
  return isWalked && share >= leastShare ? { orders } : undefined;
}
