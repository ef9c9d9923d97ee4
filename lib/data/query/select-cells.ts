/* Resolves a selection of cells into rows and columns of a list. */

import type { Caller } from "#lib/data/identity/caller";
import type { RecordItem } from "#lib/data/records/records";
import { projectRecord } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import { makeFieldKeys } from "#lib/engine/fields/field-keys";
import { lengthFor, pickAscending, readSelection } from "#lib/engine/selection/ranges";
import { invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { CellSelection } from "#lib/schemas/selections/selection";
import { planList } from "./plan-list.ts";
import type { QueryPlan } from "./query-plan.ts";
import { readAll } from "./read-all.ts";

export interface SelectedCells {
  /** The selected columns. */
  fields: Field[];
  /** All columns of the list. */
  columns: Field[];
  /** The selected records in their order, some at a time. Throws 400 for more than one call may read. */
  rows(): AsyncGenerator<RecordItem[]>;
}

/** The cells that a request selects. Throws 400 for invalid ranges, 404 for unknown views and fields. */
export async function selectCells(
  schema: Schema,
  query: CellSelection,
  caller: Caller,
): Promise<SelectedCells> {
  const selection = readSelection(query);
  const plan = await planList(schema, query, caller);
  const columns = columnsOf(plan, query);
  const isColumn = pickAscending(selection.columns);
  async function* rows(): AsyncGenerator<RecordItem[]> {
    const length = lengthFor(selection.rows, limits.recordsPerCall + 1);
    let count = 0;
    for await (const records of readAll(plan, query, { length, isPicked: pickAscending(selection.rows) })) {
      count += records.length;
      if (count > limits.recordsPerCall) throw tooManyRows();
      yield records;
    }
  }
  return { fields: columns.filter((_, i) => isColumn(i)), columns, rows };
}

/** The columns by which a selection counts: the columns of the request in its order, or the visible ones of the view. */
function columnsOf({ look }: QueryPlan, { projection, fieldKeyType }: CellSelection): Field[] {
  if (!projection) return look.shown;
  // throws for unknown fields; it gives the known ones in the order of the table, so its result is not used
  projectRecord(look.open, fieldKeyType, projection);
  const keys = makeFieldKeys(look.open, fieldKeyType);
  return [...new Set(projection.map(keys.get))].flatMap((field) => field ?? []);
}

export const tooManyRows = () =>
  invalid([
    { path: "ranges", message: `at most ${limits.recordsPerCall} records per call; select fewer rows` },
  ]);

/** The ids of the selected records, in their order. */
export async function selectedIds({ rows }: SelectedCells): Promise<RecordItem["id"][]> {
  const ids: RecordItem["id"][] = [];
  for await (const records of rows()) ids.push(...records.map(({ id }) => id));
  return ids;
}
