/* Checks whether records can be sorted, grouped and aggregated by the fields of a request or a view. */

import { typeOf } from "#lib/engine/fields/field";
import type { FieldKeys } from "#lib/engine/fields/field-keys";
import { looksUpLate, mustNotLookUpLate } from "#lib/engine/fields/formula-kinds";
import type { ViewField } from "#lib/engine/view-types/shared/view-type";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { Group } from "#lib/schemas/tables/view";

/** All issues of a sort or a group. `keys` names fields as the request does; `at` is the path of the list. */
export function checkOrders(orders: Group, keys: FieldKeys<ViewField>, at: readonly PropertyKey[]): Issue[] {
  const seen = new Set<ViewField>();
  return orders.flatMap(({ fieldId }, i) => {
    const field = keys.get(fieldId);
    const message = field ? orderFault(field, seen.has(field)) : keys.explain(fieldId);
    if (field) seen.add(field);
    return message === undefined ? [] : { path: pathOf([...at, i, "fieldId"]), message };
  });
}

function orderFault(field: ViewField, isRepeated: boolean): string | undefined {
  if (typeOf(field).family(field.options) === "nothing")
    return `is a ${field.type} field, which cannot be sorted by`;
  if (looksUpLate(field)) return mustNotLookUpLate;
  return isRepeated ? "must not repeat" : undefined;
}

/** The message if the field does not have this statistic; else undefined. */
export function statisticFault(field: ViewField, name: string): string | undefined {
  const known: readonly string[] = typeOf(field).statistics(field.options);
  return known.includes(name) ? undefined : `must be one of ${known.join(", ")} for this field`;
}
