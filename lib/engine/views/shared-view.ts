/* A view as visitors of its share see it: without its hidden fields, unless these are shared too. */

import { type Field, holdsFiles, holdsPeople, isComputed } from "#lib/engine/fields/field";
import { inColumnOrder, isShownIn } from "#lib/engine/query/shown-fields";
import type { SharedView } from "#lib/schemas/shares/shared-view";
import type { ShareMeta, View, ViewTypeName } from "#lib/schemas/tables/view";
import { showOptions } from "./shown-options.ts";
import { withoutFields } from "./view-fields.ts";

type Known = Omit<View, "type" | "pluginId"> & {
  viewType: ViewTypeName;
  shareMeta?: Omit<ShareMeta, "password"> | undefined;
};

/** The fields that visitors may see and use in queries, in the order of the view. */
export const openFields = <Each extends Field>(view: Known, fields: Each[]): Each[] =>
  inColumnOrder(view, view.shareMeta?.includeHiddenField ? fields : fields.filter(isShownIn(view)));

/** The view without settings of other fields. */
export function openPartOf(view: Known, fields: Field[]): SharedView["view"] {
  const open = new Set(openFields(view, fields).map(({ id }) => id));
  const closed = new Set(Object.keys(view.columnMeta).filter((id) => !open.has(id as Field["id"])));
  for (const { id } of fields) if (!open.has(id)) closed.add(id);
  const { id, name, description, viewType: type, ...rest } = { ...view, ...withoutFields(view, closed) };
  const { options, sort, filter, group, columnMeta, createdBy, createdTime } = rest;
  return {
    id,
    name,
    type,
    columnMeta,
    createdBy,
    createdTime,
    ...(description && { description }),
    ...(options && { options: showOptions(type, options) }),
    ...(sort && { sort }),
    ...(filter && { filter }),
    ...(group && { group }),
  };
}

/**
 * The fields that a shared form shows. People are shown only if a column says so, because visitors then see who the members are; files too,
 * because strangers then send them.
 */
export const askedFor = <Each extends Field>(view: Known, fields: Each[]): Each[] =>
  inColumnOrder(view, fields.filter(isShownIn(view)).filter(canBeFilledIn(view)));

const canBeFilledIn =
  ({ columnMeta }: Known) =>
  (field: Field) =>
    !isComputed(field) &&
    !((holdsPeople(field) || holdsFiles(field)) && columnMeta[field.id]?.visible !== true) &&
    field.type !== "button";
