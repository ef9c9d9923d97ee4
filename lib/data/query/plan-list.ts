/*
 * Plans a query that may limit the list to the cell of a link field, and may continue a list. Code for link cells is imported only when
 * needed. All pages of a list that depends on the time use the time of the first page.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { Schema } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import { readInstant } from "./cursors.ts";
import type { LinkCells } from "./link-cells.ts";
import { planQuery, type QueryInput, type QueryPlan } from "./query-plan.ts";

/**
 * Compiles a query. `visited` are further fields that the caller reads of each record. Throws 400 or 404 if the query names fields or views
 * that do not exist, or uses them wrongly.
 */
export async function planList(
  schema: Schema,
  query: QueryInput & LinkCells & { cursor?: string | undefined },
  asking: Caller,
  visited: readonly Field[] = [],
): Promise<QueryPlan> {
  const instant = readInstant(query.cursor);
  const caller = instant ? { ...asking, instant } : asking;
  if (!query.filterLinkCellCandidate && !query.filterLinkCellSelected)
    return planQuery(schema, query, caller, { visited });
  const { limitToCell } = await import("./link-cells.ts");
  const cell = await limitToCell(schema, query, caller);
  return planQuery(schema, query, caller, { cell, visited });
}
