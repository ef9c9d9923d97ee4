/*
 * The fields of a table as they are stored (keys: table-schema.ts).
 */

import type { Permissions } from "#lib/data/identity/caller";
import { quoteText } from "#lib/engine/field-types/shared/text";
import { type Field, shownOptions, typeOf } from "#lib/engine/fields/field";
import { linkOver } from "#lib/engine/fields/lookups";
import { inColumnOrder, isShownIn } from "#lib/engine/query/shown-fields";
import { type Issue, invalid, notFound, pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { FieldListQuery, Field as ShownField } from "#lib/schemas/tables/field";
import { change, commit } from "#lib/store/commit";
import { raiseVersions } from "./raise-versions.ts";
import { type FieldItem, fieldKey, type Schema } from "./table-schema.ts";

export { getField as get } from "./table-schema.ts";

/** A field as answers show it. For callers who must not see how it chooses records: closed-fields.ts. */
export function show(field: Field, may: Permissions): ShownField {
  const type = typeOf(field);
  const {
    id,
    name,
    options,
    description,
    aiConfig,
    dbFieldName,
    isPrimary,
    notNull,
    unique,
    hasError,
    pending = field.copying ?? field.filling,
  } = field;
  return {
    id,
    name,
    type: field.type,
    options: shownOptions(field) as ShownField["options"],
    ...(field.isLookup && { isLookup: true as const }),
    ...(field.lookupOptions && { lookupOptions: showLookup(field) }),
    ...(description && { description }),
    ...(aiConfig && { aiConfig: { ...aiConfig } }),
    cellValueType: type.cellValueType,
    dbFieldType: type.dbFieldType(options),
    dbFieldName,
    ...(isPrimary && { isPrimary }),
    ...(type.isComputed && { isComputed: true as const }),
    ...(type.isMultiple(options) && { isMultipleCellValue: true as const }),
    ...(notNull && { notNull }),
    ...(unique && { unique }),
    ...(hasError && { hasError }),
    ...(pending && { isPending: true as const }),
    recordRead: may.read,
    recordCreate: may.create && !type.isComputed,
  };
}

/** The members that a lookup takes from its looked-up field and its link field. */
function showLookup(field: Field): Record<string, unknown> {
  const link = linkOver(field);
  if (!link) return { ...field.lookupOptions };
  const { relationship, fkHostTableName, selfKeyName, foreignKeyName, baseId } = link.options;
  const shown = { relationship, fkHostTableName, selfKeyName, foreignKeyName };
  return { ...field.lookupOptions, ...(baseId && { baseId }), ...shown };
}

/** New fields as they are stored, after the fields of the table. */
export function toFieldItems(tableId: TableId, fields: readonly FieldItem[], added: Field[]): FieldItem[] {
  const next = Math.max(-1, ...fields.map(({ position }) => position)) + 1;
  // a copy of a link carries nothing yet, and no job fills a copy
  return added.map(({ carries: _, filling: __, ...field }, i) => ({
    ...fieldKey(tableId, field.id),
    entity: "field",
    version: 1,
    position: next + i,
    ...field,
  }));
}

/** The fields that a query names in its parameter `at`; throws 404 with the unknown ones. */
export function getMany({ fields }: Schema, ids: string[], at: string): FieldItem[] {
  const known = new Map<string, FieldItem>(fields.map((field) => [field.id, field]));
  const unknown = ids.flatMap((id, i) =>
    known.has(id) ? [] : [{ path: pathOf([at, i]), message: "is not a field of this table" }],
  );
  if (unknown.length > 0) throw unknownInside(unknown);
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
}

/** The fields of a view in its order, or of the table; limited to `projection` if given. Throws 404 for unknown ids. */
export function list(schema: Schema, { viewId, filterHidden, projection }: FieldListQuery): FieldItem[] {
  const { fields, views } = schema;
  const view = views.find(({ id }) => id === viewId);
  if (viewId && !view) throw notFound("view", viewId);
  const named = projection && new Set(getMany(schema, projection, "projection"));
  const wanted = named ? fields.filter((field) => named.has(field)) : fields;
  if (!view) return wanted;
  return inColumnOrder(view, filterHidden ? wanted.filter(isShownIn(view)) : wanted);
}

/** Throws 400 if the fields of a table do not fit into one answer: they are listed without pages. */
export function refuseUnlistable(fields: object[], path = ""): void {
  const bytes = Buffer.byteLength(JSON.stringify(fields));
  if (bytes <= limits.fieldsBytes) return;
  const message = `the table's fields would have ${bytes} bytes, the limit is ${limits.fieldsBytes}`;
  throw invalid([{ path, message }]);
}

function sizeIssues({ name, options }: Field): Issue[] {
  const bytes = Buffer.byteLength(JSON.stringify(options));
  if (bytes <= limits.fieldBytes) return [];
  const message = `with the new choices the field ${quoteText(name)} would take ${bytes} bytes, the limit is ${limits.fieldBytes}`;
  return [{ path: "records", message }];
}

/**
 * Stores fields with added choices. Each field's version is a lock: if two requests add a choice of the same name at once, one
 * conflicts, retries and finds it. Throws 400 if a field becomes too large.
 */
export async function addChoices({ table, fields }: Schema, changed: Field[]): Promise<void> {
  if (changed.length === 0) return;
  const issues = changed.flatMap(sizeIssues);
  if (issues.length > 0) throw invalid(issues);
  const changedById = new Map(changed.map((field) => [field.id, field]));
  refuseUnlistable(
    fields.map((field) => changedById.get(field.id) ?? field),
    "records",
  );
  const changes = changed.flatMap(({ id, options }) => {
    const before = fields.find((field) => field.id === id);
    return before ? [change(before, { options })] : [];
  });
  await commit(raiseVersions(changes, [table]));
}
