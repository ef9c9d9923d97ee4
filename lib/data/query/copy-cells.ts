/* The text of selected cells: rows and columns of a list. */

import type { Caller } from "#lib/data/identity/caller";
import { contextFor, piecesForLinks, withAllLinks } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import { makeCellReader, mapInTurns } from "#lib/engine/cells/cell-reader";
import { type CellContext, type StoredCell, writeCell } from "#lib/engine/field-types/shared/field-type";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { copiedText } from "#lib/engine/selection/copied-text";
import { clearFormatting } from "#lib/engine/values/clear-dates";
import type { DateFormatting } from "#lib/engine/values/dates";
import { refuseLargeAnswer } from "#lib/schemas/basics/answer-size";
import type { CellSelection } from "#lib/schemas/selections/selection";
import { selectCells } from "./select-cells.ts";

interface Copied {
  content: string;
  /** The fields of the columns. */
  fields: Field[];
}

type TextOf = (field: Field, cell: StoredCell, context: CellContext) => string;
const cellText: TextOf = (field, cell, context) =>
  writeCell(typeOf(field), cell, withClearDates(field), context);

/** Options that show dates unambiguously, so that a field with another pattern reads the same dates: 2024-04-03 instead of 3/4/2024. */
function withClearDates(field: Field): unknown {
  if (typeOf(field).cellValueType !== "dateTime") return field.options;
  const { formatting, ...others } = (field.options ?? {}) as { formatting?: DateFormatting };
  return formatting ? { ...others, formatting: clearFormatting(formatting) } : field.options;
}

/** The cells as text, and the fields of their columns. Throws 400 for too many rows, 413 for too much text. */
export async function copyCells(
  schema: Schema,
  query: CellSelection,
  caller: Caller,
  textOf: TextOf = cellText,
): Promise<Copied> {
  const { fields, rows } = await selectCells(schema, query, caller);
  if (fields.length === 0) return { content: "", fields };
  const texts: string[] = [];
  for await (const records of rows()) {
    const context = await contextFor(records, fields, caller, schema.table);
    const columns = fields.map((field) => ({ field, cellOf: makeCellReader(field, context) }));
    const full = [];
    for (const some of piecesForLinks(records)) full.push(...(await withAllLinks(some, fields, caller)));
    const shown = await mapInTurns(full, context.work, (record) =>
      columns.map(({ field, cellOf }) => {
        const cell = cellOf(record);
        return cell === undefined ? "" : textOf(field, cell, context);
      }),
    );
    if (shown.length > 0) texts.push(copiedText(shown));
    refuseLargeAnswer(texts.join(""));
  }
  return { content: texts.join("\n"), fields };
}
