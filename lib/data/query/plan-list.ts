/*
 * Plans a query that may limit the list to the cell of a link field, may have a formula as a filter, and may continue a list. Code for link
 * cells and formulas is imported only when needed. All pages of a list that depends on the time use the time of the first page.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { Schema } from "#lib/data/schema/table-schema";
import { loadFormulas } from "#lib/engine/cells/cell-reader";
import type { Field } from "#lib/engine/fields/field";
import { readFormulaFilter } from "#lib/engine/fields/table-formulas";
import { readInstant } from "./cursors.ts";
import type { LinkCells } from "./link-cells.ts";
import { planQuery, type QueryInput, type QueryPlan } from "./query-plan.ts";

/**
 * Compiles a query. `visited` are further fields that the caller reads of each record. Throws 400 or 404 if the query names fields or views
 * that do not exist, or uses them wrongly.
 */
export async function planList(
  schema: Schema,
  sent: QueryInput & LinkCells & { cursor?: string | undefined; filterByFormula?: string | undefined },
  asking: Caller,
  visited: readonly Field[] = [],
): Promise<QueryPlan> {
  const instant = readInstant(sent.cursor);
  const caller = instant ? { ...asking, instant } : asking;
  const query = sent.filterByFormula ? await withFormula(schema, sent, sent.filterByFormula) : sent;
  if (!query.filterLinkCellCandidate && !query.filterLinkCellSelected)
    return planQuery(schema, query, caller, { visited });
  const { limitToCell } = await import("./link-cells.ts");
  const cell = await limitToCell(schema, query, caller);
  return planQuery(schema, query, caller, { cell, visited });
}

/** The query with its formula compiled. A formula may use the fields that the query may name. */
async function withFormula<Query extends QueryInput>(schema: Schema, query: Query, expression: string) {
  const formulaFilter = await readFormulaFilter(expression, schema.open ?? schema.fields);
  if (formulaFilter.made) await (await loadFormulas()).loadRegexp([formulaFilter.made]);
  return { ...query, formulaFilter };
}
