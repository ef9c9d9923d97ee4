/* Finds the fields whose cells a filter needs in full. Of other fields it only asks whether their cells are empty. */

import type { Field } from "#lib/engine/fields/field";
import type { FilterItem } from "#lib/schemas/tables/filter";

/** The fields of these items whose cells must be known in full. A formula may depend on every part of a cell. */
export const fieldsLookedInto = (
  items: readonly FilterItem[],
  fieldOf: (id: string) => Field | undefined,
): Field[] =>
  items.flatMap(({ fieldId, operator }) => {
    const field = fieldOf(fieldId);
    return field && (field.formula || !(operator in asksForFilling)) ? field : [];
  });

const asksForFilling = { isEmpty: true, isNotEmpty: true };
