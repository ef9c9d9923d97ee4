/* The changes of records in the commit of a conversion: guards of unique values, and cells that were computed until then. */

import { isLink } from "#lib/data/links/link-items";
import { readSlices } from "#lib/data/records/record-pages";
import { renewGuards } from "#lib/data/records/records";
import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import type { Cells } from "#lib/engine/cells/cells";
import { makeReshaper } from "#lib/engine/cells/stored-cells";
import { typeOf } from "#lib/engine/fields/field";
import { isMade } from "#lib/engine/fields/formula-inputs";
import { type Change, change } from "#lib/store/commit";
import type { Survey } from "./survey-conversion.ts";

export interface Converting {
  field: FieldItem;
  converted: FieldItem;
  /** All fields of the table, as they will be. */
  fields: FieldItem[];
}

/** The changes of guards, and of records whose cells were computed until now. */
export async function recordChanges(
  { table }: Schema,
  { field, converted, fields }: Converting,
  survey: Survey | undefined,
): Promise<Change[]> {
  if (!survey) return [];
  const { id } = field;
  const asCells = (cell: unknown): Cells => (cell === undefined ? {} : ({ [id]: cell } as Cells));
  const written = [...survey.written];
  const guards =
    field.unique || converted.unique
      ? await renewGuards(
          table.id,
          { before: field, field: converted },
          {
            former: field.unique ? written.map(([, { was }]) => asCells(was)) : [],
            present: new Map(converted.unique ? written.map(([of, { cell }]) => [of, asCells(cell)]) : []),
          },
        )
      : [];
  if (typeOf(converted).isComputed || isLink(converted) || !isMade(field)) return guards;
  const others = fields.filter((each) => each.id !== id);
  const shape = converted.former?.length ?? 0;
  const reshape = makeReshaper(others);
  const rewritten: Change[] = [];
  for await (const records of readSlices(table.id)) {
    for (const record of records) {
      const present = reshape(record);
      const { [id]: _, ...cells } = present.cells;
      const cell = survey.written.get(record.id)?.cell;
      const shapes = { ...present.shapes, [id]: shape };
      rewritten.push(change(record, { cells: { ...cells, ...asCells(cell) }, shapes }));
    }
  }
  return [...rewritten, ...guards];
}
