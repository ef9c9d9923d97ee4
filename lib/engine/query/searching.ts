/* Searches the fields of a record for a text, ignoring case. */

import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { foldText } from "#lib/engine/comparators/folded";
import { comparatorOf } from "#lib/engine/comparators/index";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Family } from "#lib/engine/field-types/shared/operators";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { looksUpLate } from "#lib/engine/fields/formula-kinds";

const leftOut: ReadonlySet<Family> = new Set(["boolean", "booleans", "dateTime", "dateTimes", "nothing"]);

/** Whether a search without fields searches this one. */
export const searchedByDefault = (field: Field): boolean =>
  !leftOut.has(typeOf(field).family(field.options)) && !looksUpLate(field);

const none: Field[] = [];

/** Makes the function that gives the fields of a record that contain the text, in the given order. */
export function makeSearcher(
  { value, fields }: { value: string; fields: readonly Field[] },
  context: CellContext,
): (record: StoredRecord) => Field[] {
  const wanted = foldText(value);
  const tests = fields.map((field) => {
    const { cellOf, search } = comparatorOf(field, context);
    return { field, cellOf, test: search(wanted) };
  });
  return (record) => {
    let hits = none;
    for (const { field, cellOf, test } of tests) {
      const cell = cellOf(record);
      if (cell === undefined || !test(cell)) continue;
      if (hits === none) hits = [field];
      else hits.push(field);
    }
    return hits;
  };
}
