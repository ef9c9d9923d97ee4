/* The text of the cells in a selection: rows and columns of a list. */

import type { Caller } from "#lib/data/identity/caller";
import { contextFor, piecesForLinks, projectRecord, withAllLinks } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import { makeCellReader } from "#lib/engine/cells/cell-reader";
import type { CellContext, StoredCell } from "#lib/engine/field-types/shared/field-type";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { makeFieldKeys } from "#lib/engine/fields/field-keys";
import { copiedText } from "#lib/engine/selection/copied-text";
import { lengthFor, pickAscending, readSelection } from "#lib/engine/selection/ranges";
import { refuseLargeAnswer } from "#lib/schemas/basics/answer-size";
import { invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { CopyQuery } from "#lib/schemas/tables/selection";
import { planList } from "./plan-list.ts";
import type { QueryPlan } from "./query-plan.ts";
import { readAll } from "./read-all.ts";

interface Copied {
  content: string;
  /** The fields of the columns. */
  fields: Field[];
}

type TextOf = (field: Field, cell: StoredCell, context: CellContext) => string;
const cellText: TextOf = (field, cell, context) => typeOf(field).text(cell, field.options, context);

/** The cells as text, and the fields of their columns. Throws 400 for too many rows, 413 for too much text. */
export async function copyCells(
  schema: Schema,
  query: CopyQuery,
  caller: Caller,
  textOf: TextOf = cellText,
): Promise<Copied> {
  const selection = readSelection(query);
  const plan = await planList(schema, query, caller);
  const fields = columnsOf(plan, query).filter(asColumn(pickAscending(selection.columns)));
  if (fields.length === 0) return { content: "", fields };
  const length = lengthFor(selection.rows, limits.recordsPerCall + 1);
  const places = { length, isPicked: pickAscending(selection.rows) };
  const texts: string[] = [];
  let count = 0;
  for await (const records of readAll(plan, query, places)) {
    count += records.length;
    if (count > limits.recordsPerCall) throw tooManyRows();
    const context = await contextFor(records, fields, caller);
    const columns = fields.map((field) => ({ field, cellOf: makeCellReader(field, context) }));
    const full = [];
    for (const some of piecesForLinks(records)) full.push(...(await withAllLinks(some, fields, caller)));
    const rows = full.map((record) =>
      columns.map(({ field, cellOf }) => {
        const cell = cellOf(record);
        return cell === undefined ? "" : textOf(field, cell, context);
      }),
    );
    if (rows.length > 0) texts.push(copiedText(rows));
    refuseLargeAnswer(texts.join(""));
  }
  return { content: texts.join("\n"), fields };
}

const asColumn = (isPicked: (index: number) => boolean) => (_: unknown, index: number) => isPicked(index);

/** The columns that a selection counts: those of the request in its order, or the visible ones of the view. */
function columnsOf({ look }: QueryPlan, { projection, fieldKeyType }: CopyQuery): Field[] {
  if (!projection) return look.shown;
  // it refuses unknown fields, and gives the others in the order of the table
  projectRecord(look.open, fieldKeyType, projection);
  const keys = makeFieldKeys(look.open, fieldKeyType);
  return [...new Set(projection.map(keys.get))].flatMap((field) => field ?? []);
}

const tooManyRows = () =>
  invalid([
    {
      path: "ranges",
      message: `at most ${limits.recordsPerCall} records per call; select fewer rows`,
    },
  ]);
