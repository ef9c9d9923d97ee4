/* A field as a request would make it again. */

import { isLink } from "#lib/data/links/link-items";
import type { FieldItem } from "#lib/data/schema/table-schema";
import type { NewField } from "#lib/schemas/tables/field";

/**
 * The field without its name and its rules for cells. A link field becomes one-way, and a button starts no workflow, because these belong
 * to the original.
 */
export function inputOf(field: FieldItem): Omit<NewField, "order"> {
  const { type, description, aiConfig, isLookup, lookupOptions, ownOptions } = field;
  const options = (lookupOptions ? ownOptions : ownInput(field)) as NewField["options"];
  return {
    type,
    options,
    ...(description && { description }),
    ...(aiConfig && { aiConfig: { ...aiConfig } }),
    ...(isLookup && { isLookup }),
    ...(lookupOptions && { lookupOptions: { ...lookupOptions } }),
  };
}

function ownInput(field: FieldItem): unknown {
  if (field.type === "button") {
    const { workflow: _, ...options } = field.options as { workflow?: unknown };
    return options;
  }
  if (!isLink(field)) return field.options;
  const { relationship, foreignTableId, baseId, lookupFieldId, filterByViewId, visibleFieldIds, filter } =
    field.options;
  return {
    ...{ relationship, foreignTableId, lookupFieldId, isOneWay: true },
    ...(baseId && { baseId }),
    ...(filterByViewId && { filterByViewId }),
    ...(visibleFieldIds && { visibleFieldIds }),
    ...(filter && { filter }),
  };
}
