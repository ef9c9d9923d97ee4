/* The schema of a table as the file of an export has it: as requests would make it again, with the ids that it has. */

import { isLink } from "#lib/data/links/link-items";
import type { Schema, ViewItem } from "#lib/data/schema/table-schema";
import { inputOf } from "#lib/data/tables/field-input";
import { checkView } from "#lib/engine/views/check-view";
import type { NewView } from "#lib/schemas/tables/view";

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

/** Without what the service sets, but for the id of the other side. */
const withoutKeys = ({
  fkHostTableName: _,
  selfKeyName: __,
  foreignKeyName: ___,
  storage: ____,
  ...options
}: Record<string, unknown>) => options;

/** A view as a request would make it again, not shared. What does not fit the fields has no effect, and is left out. */
function viewInput({ viewType: type, options, ...view }: ViewItem, fields: Schema["fields"]): NewView {
  const { pluginInstallId: _, ...kept } = options ?? {};
  const { name, description, sort, filter, group, isLocked, columnMeta } = view;
  const input: NewView = {
    ...{ type, name, columnMeta },
    ...(description && { description }),
    ...(isLocked && { isLocked }),
    ...(options && { options: kept }),
    ...(sort && { sort }),
    ...(filter && { filter }),
    ...(group && { group }),
  };
  const wrong = checkView(input, fields).map(({ path }) => path.split(/[.[]/, 1)[0]);
  return Object.fromEntries(Object.entries(input).filter(([member]) => !wrong.includes(member))) as NewView;
}
