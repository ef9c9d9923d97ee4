/*
 * Which fields a form shows to strangers. When a form is shared, `visible` is set in each of its columns: fields shown at that time stay
 * shown, and new ones begin hidden. Fields that show other tables, people or files are shown only if their column says so.
 */

import { type Field, holdsFiles, holdsLinks, holdsPeople } from "#lib/engine/fields/field";
import { isShownIn } from "#lib/engine/query/shown-fields";
import { viewTypes } from "#lib/engine/view-types/index";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { ColumnMeta } from "#lib/schemas/tables/view";
import type { FieldsInView } from "./view-fields.ts";

/** Whether a shared form shows such a field only if its column says so. */
export const startsHidden = (field: Field): boolean =>
  field.lookupOptions !== undefined || holdsLinks(field) || holdsPeople(field) || holdsFiles(field);

/** The columns of a view when it is shared. If the request shares the view and sets `visible: true` for some fields, it has chosen exactly these. */
export function sharedColumns(view: FieldsInView, fields: readonly Field[]): ColumnMeta {
  const { columnMeta } = view;
  if (!viewTypes[view.viewType].asksAll) return columnMeta;
  const isShown = isShownIn(view);
  const told = fields.map((field, i) => {
    const column = columnMeta[field.id] ?? { order: i };
    return [field.id, { ...column, visible: column.visible ?? (isShown(field) && !startsHidden(field)) }];
  });
  return { ...columnMeta, ...Object.fromEntries(told) };
}

/**
 * The columns of a shared form after one of its fields became a field that begins hidden, or that leads to another table; undefined if they
 * stay the same.
 */
export function columnsAfterChange(view: FieldsInView, before: Field, after: Field): ColumnMeta | undefined {
  if (!startsHidden(after) || (startsHidden(before) && tableOf(before) === tableOf(after))) return undefined;
  return columnsWithout(view, after.id);
}

/** The columns of a shared form without a field; undefined if they stay the same, or if the view is no shared form. */
export function columnsWithout(view: FieldsInView, id: FieldId): ColumnMeta | undefined {
  const column = view.columnMeta[id];
  if (!view.enableShare || !viewTypes[view.viewType].asksAll || column?.visible === false) return undefined;
  return { ...view.columnMeta, [id]: { order: 0, ...column, visible: false } };
}

const tableOf = ({ options, lookupOptions }: Field): unknown =>
  lookupOptions?.foreignTableId ?? (options as { foreignTableId?: unknown }).foreignTableId;
