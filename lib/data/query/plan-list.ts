/* Plans a query that may name the cell of a link field. What such a cell means is loaded only then. */

import type { Caller } from "#lib/data/identity/caller";
import type { Schema } from "#lib/data/schema/table-schema";
import type { LinkCells } from "./link-cells.ts";
import { planQuery, type QueryInput, type QueryPlan } from "./query-plan.ts";

/** Compiles a query. Throws 400 or 404 if it names fields or views that do not exist, or uses them wrongly. */
export async function planList(
  schema: Schema,
  query: QueryInput & LinkCells,
  caller: Caller,
): Promise<QueryPlan> {
  if (!query.filterLinkCellCandidate && !query.filterLinkCellSelected)
    return planQuery(schema, query, caller);
  const { limitToCell } = await import("./link-cells.ts");
  return planQuery(schema, query, caller, await limitToCell(schema, query, caller));
}
