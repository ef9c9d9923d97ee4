/* Which cells a filter looks into, beside those of which it only asks whether they are empty. */

import type { Field } from "#lib/engine/fields/field";
import type { FilterItem } from "#lib/schemas/tables/filter";

/** The fields of these items whose cells must be known as a whole. What a formula makes of a cell may depend on all of it. */
export const fieldsLookedInto = (
  items: readonly FilterItem[],
  fieldOf: (id: string) => Field | undefined,
): Field[] =>
  items.flatMap(({ fieldId, operator }) => {
    const field = fieldOf(fieldId);
    return field && (field.formula || !(operator in asksForFilling)) ? field : [];
  });

const asksForFilling = { isEmpty: true, isNotEmpty: true };
