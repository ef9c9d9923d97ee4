/* Adds defaults to new views. */

import { viewTypes } from "#lib/engine/view-types/index";
import type { ViewField, ViewOptions } from "#lib/engine/view-types/shared/view-type";
import type { Column, ColumnMeta } from "#lib/schemas/tables/view";
import type { NewView } from "#lib/schemas/tables/view-changes";

/** The column of every field: defaults in the order of the fields, overridden by the request. */
export function completeColumnMeta(
  { type, columnMeta = {} }: Pick<NewView, "type" | "columnMeta">,
  fields: readonly ViewField[],
): ColumnMeta {
  const { primaryColumn } = viewTypes[type];
  return Object.fromEntries(
    fields.map((field, i): [string, Column] => {
      const sent = columnMeta[field.id];
      return [field.id, { ...(field.isPrimary && primaryColumn), ...sent, order: sent?.order ?? i }];
    }),
  );
}

/** The options as sent, completed with the defaults of the view type; undefined if there are none. */
export function completeOptions(
  { type, options }: Pick<NewView, "type" | "options">,
  fields: readonly ViewField[],
): ViewOptions | undefined {
  const complete = { ...viewTypes[type].initialOptions?.(fields), ...options };
  return options || Object.keys(complete).length > 0 ? complete : undefined;
}
