/* Adds fields to a table. */

import type { Field } from "#lib/engine/fields/field";
import { withFields } from "#lib/engine/views/view-fields";
import type { AddedField } from "#lib/schemas/tables/field";
import { type Change, change, insert } from "#lib/store/commit";
import { refuseUnlistable, toFieldItems } from "./fields.ts";
import type { Schema } from "./table-schema.ts";
import * as views from "./views.ts";

/**
 * The changes that add fields to a table, each as the last one in every view; `place` is where the first one goes in one of them. Without
 * TABLE. Throws 400, at this path, if they do not fit.
 */
export function addFields(
  { table, fields, views: before }: Schema,
  added: Field[],
  path: string,
  place?: AddedField["order"],
): Change[] {
  if (added.length === 0) return [];
  const ids = added.map(({ id }) => id);
  const items = toFieldItems(table.id, fields, added);
  refuseUnlistable([...fields, ...items], path);
  const changed = before.map((view) => ({
    view,
    columns: withFields(view, ids, place?.viewId === view.id ? place.orderIndex : undefined),
  }));
  views.refuseUnlistable(changed.map(({ view, columns }) => ({ ...view, ...columns })));
  return [...items.map(insert), ...changed.map(({ view, columns }) => change(view, columns))];
}
