/* The schema of a table in the file of an export, in the form of requests that would create it, with its present ids. */

import { isLink } from "#lib/data/links/link-items";
import type { Schema } from "#lib/data/schema/table-schema";
import { inputOf } from "#lib/data/tables/field-input";
import { viewInput } from "#lib/data/tables/view-input";

export function exportedSchema({ table, fields, views }: Schema, lastNumber: number) {
  const { id, name, dbTableName, description, icon, order, defaultViewId } = table;
  return {
    ...{ id, name, dbTableName, order, defaultViewId, lastNumber },
    ...(description && { description }),
    ...(icon && { icon }),
    fields: fields.map(exportedField),
    views: views.map((view) => ({ id: view.id, order: view.order, ...viewInput(view, fields) })),
  };
}

function exportedField(field: Schema["fields"][number]) {
  const { id, name, dbFieldName, isPrimary, unique, notNull, hasError } = field;
  const input = inputOf(field);
  const options = isLink(field)
    ? { ...field.options, ...(input.options as object), isOneWay: field.options.isOneWay }
    : input.options;
  return {
    ...{ id, name, dbFieldName },
    ...input,
    options: isLink(field) ? withoutKeys(options as Record<string, unknown>) : options,
    ...(isPrimary && { isPrimary }),
    ...(unique && { unique }),
    ...(notNull && { notNull }),
    ...(hasError && { hasError }),
  };
}

/** Without members that the service sets, except the id of the other side; in an order that does not depend on how they were set. */
const withoutKeys = ({
  fkHostTableName: _,
  selfKeyName: __,
  foreignKeyName: ___,
  storage: ____,
  ...options
}: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)));
