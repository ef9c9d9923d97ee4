/* Whether records can be ordered, grouped and counted up by the fields that a request or a view names. */

import { typeOf } from "#lib/engine/fields/field";
import type { ViewField } from "#lib/engine/view-types/shared/view-type";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { Group } from "#lib/schemas/tables/view";

export const noField = "is no field of this table";

/** `fieldOf` finds a field by what the request calls it; `at` is the path of the list. */
export function checkOrders(
  orders: Group,
  fieldOf: (key: string) => ViewField | undefined,
  at: readonly PropertyKey[],
): Issue[] {
  const seen = new Set<ViewField>();
  return orders.flatMap(({ fieldId }, i) => {
    const field = fieldOf(fieldId);
    const message = field ? orderFault(field, seen.has(field)) : noField;
    if (field) seen.add(field);
    return message === undefined ? [] : { path: pathOf([...at, i, "fieldId"]), message };
  });
}

function orderFault(field: ViewField, isRepeated: boolean): string | undefined {
  if (typeOf(field).family(field.options) === "nothing")
    return `is a ${field.type} field, which has no order`;
  return isRepeated ? "is there twice" : undefined;
}

/** What is wrong with counting a field up like this, if anything is. */
export function statisticFault(field: ViewField, name: string): string | undefined {
  const known: readonly string[] = typeOf(field).statistics(field.options);
  return known.includes(name) ? undefined : `must be one of ${known.join(", ")} for this field`;
}
