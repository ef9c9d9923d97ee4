/*
 * Notes in which order a page was read, for one of some pages. It is one write of 1 WCU beside the reading; no answer waits for it. Loaded by
 * these pages only.
 */

import { noteOrder } from "#lib/data/indexes/asked-orders";
import { context, defineIndex, type IndexDefinition } from "#lib/data/indexes/index-definition";
import { isInOrder, wantedIndexes } from "#lib/data/indexes/wanted-indexes";
import type { Schema } from "#lib/data/schema/table-schema";
import { rangeOfFilters } from "#lib/engine/query/filter-range";
import type { QueryPlan } from "./query-plan.ts";

/** Notes a page that was read from an index. */
export const noteIndexed = (schema: Schema, definition: IndexDefinition, pages: number): Promise<void> =>
  note(schema, definition, pages, false);

/** Notes a page that was scanned, if an index would have served it. */
export async function noteScanned(
  { schema, look }: Pick<QueryPlan, "schema" | "look">,
  pages: number,
): Promise<void> {
  const wanted = wantedBy(schema, look);
  if (wanted) await note(schema, wanted, pages, true);
}

async function note(
  schema: Schema,
  definition: IndexDefinition,
  pages: number,
  isScanned: boolean,
): Promise<void> {
  const { orders, groups, filter } = definition;
  const isAsked = !filter && !wantedIndexes(schema).some((each) => isInOrder(each, definition));
  const isMissing = isScanned && !schema.indexes.some((each) => isInOrder(each, definition));
  const known = { orders, ...(groups !== undefined && { groups }), ...(filter && { filter }) };
  await noteOrder(schema.table.id, { definition: known, pages, isAsked, isMissing });
}

/** The index that would serve a list, with pages that cost what they show; undefined if none would. */
function wantedBy(
  { fields }: Schema,
  { orders: wanted, groups, filters, search }: QueryPlan["look"],
): IndexDefinition | undefined {
  const orders = wanted.map(({ field, order }) => ({ fieldId: field.id, order }));
  const [first] = wanted;
  if (!first || search?.hideNotMatch || !defineIndex({ orders }, fields)) return undefined;
  if (groups.length === 0) return rangeOfFilters(filters, first, context).isAll ? { orders } : undefined;
  // its headers are counts, and a field that is named twice is one of the order
  const isGrouped = groups.every(({ field }, i) => orders[i]?.fieldId === field.id);
  return isGrouped && filters.length === 0 ? { orders, groups: groups.length } : undefined;
}
