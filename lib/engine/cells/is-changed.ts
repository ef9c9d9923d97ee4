/* Decides whether a field of a record shows something else after a change of this record. */

import { isDeepStrictEqual } from "node:util";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { withInputs } from "#lib/engine/fields/formula-inputs";
import type { StoredRecord } from "./stored-cells.ts";

/** Titles of linked records count; carried cells do not. */
export function isChanged(field: Field, before: StoredRecord, after: StoredRecord): boolean {
  if (field.formula || field.lookupOptions) {
    // the formula may use a time of the record
    if (field.formula?.followsEdits) return true;
    return withInputs([field]).some((input) => isChanged(input, before, after));
  }
  const { compute } = typeOf(field);
  return compute
    ? compute(before) !== compute(after)
    : !isDeepStrictEqual(before.cells[field.id], after.cells[field.id]);
}

/** Whether the record carries other cells of linked records than before, or all of them for the first time: lookups show them. */
export const carriesOthers = (before: StoredRecord, after: StoredRecord): boolean =>
  !isDeepStrictEqual([before.carried, before.more], [after.carried, after.more]);
