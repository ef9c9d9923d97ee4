/*
 * Duplicates a table: its fields and views with new ids, and its records if that is asked for, in the one commit of createTable. Links are
 * one-way. Ids of the table's own fields are replaced wherever they stand: in formulas, lookups, filters, sorts, groups and columns.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import { isLink } from "#lib/data/links/link-items";
import { readSlice } from "#lib/data/records/record-pages";
import { showAllFitting } from "#lib/data/records/show-records";
import type { Schema, TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import { isComputed } from "#lib/engine/fields/field";
import { invalid } from "#lib/schemas/basics/error";
import { newFieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { NewRecord } from "#lib/schemas/records/record";
import type { NewTable, Table, TableCopy, TableDuplicate } from "#lib/schemas/tables/table";
import { keepAnswer } from "#lib/store/idempotency-records";
import { createTable } from "./create-table.ts";
import { inputOf } from "./field-input.ts";
import { viewInput } from "./view-input.ts";

/** Creates the copy in the base. Throws 400 for more records than a call may write. */
export async function duplicateTable(
  { base, tables, schema }: { base: BaseItem; tables: TableItem[]; schema: Schema },
  { name, includeRecords }: TableCopy,
  caller: Caller,
  allow: AllowThere,
): Promise<TableDuplicate> {
  const fieldMap = Object.fromEntries(schema.fields.map(({ id }) => [id, newFieldId()]));
  const views = schema.views.map(({ sort, ...view }) =>
    // the sort alone: `manualSort` is not copied
    viewInput(
      { ...view, ...(sort && sort.sortObjs.length > 0 && { sort: { sortObjs: sort.sortObjs } }) },
      schema.fields,
    ),
  );
  const records = includeRecords ? await recordInputs(schema, caller) : [];
  const { icon, description } = schema.table;
  const input: NewTable = {
    name,
    ...(icon && { icon }),
    ...(description && { description }),
    fields: withNewIds(fieldInputs(schema), fieldMap),
    views: withNewIds(views, fieldMap),
    records: records.map(({ fields }) => ({
      fields: Object.fromEntries(Object.entries(fields).map(([id, value]) => [fieldMap[id] ?? id, value])),
    })),
    fieldKeyType: "id",
  };
  const answerOf = ({ records: _, total: __, ...table }: Table): TableDuplicate => ({
    ...table,
    fieldMap,
    viewMap: Object.fromEntries(schema.views.map(({ id }, i) => [id, table.views[i]?.id ?? ""])),
  });
  const broken = new Set(schema.fields.flatMap(({ id, hasError }) => (hasError ? [fieldMap[id] ?? id] : [])));
  const besides = (made: Table) => keepAnswer(caller, answerOf(made), [made.id]);
  return answerOf(await createTable(base, tables, input, caller, { allow, besides, copied: { broken } }));
}

/**
 * A field or view as a request makes it, with the ids of the copies in place of those of the fields. Texts that people wrote stay as they
 * are, whatever they say.
 */
function withNewIds<Value>(value: Value, ids: Record<string, string>): Value {
  if (Array.isArray(value)) return value.map((each) => withNewIds(each as unknown, ids)) as Value;
  if (typeof value === "string") return (ids[value] ?? value) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    ids[key] ?? key,
    key === "expression" ? inExpression(String(each), ids) : written.has(key) ? each : withNewIds(each, ids),
  ]);
  return Object.fromEntries(entries) as Value;
}

/** Members that hold what people wrote. */
const written: ReadonlySet<string> = new Set([
  "name",
  "description",
  "choices",
  "value",
  "defaultValue",
  "dbFieldName",
]);

const inExpression = (text: string, ids: Record<string, string>): string =>
  text.replace(/\{\s*(fld[0-9A-Za-z]+)\s*\}/g, (whole, id: string) => (ids[id] ? `{${ids[id]}}` : whole));

/** The primary field is the first of a request. */
const fieldInputs = ({ table, fields }: Schema): NewTable["fields"] =>
  fields
    .toSorted((a, b) => Number(b.isPrimary ?? false) - Number(a.isPrimary ?? false))
    .map((field) => {
      const { id, name, dbFieldName, unique, notNull } = field;
      const rules = { ...(unique && { unique }), ...(notNull && { notNull }) };
      return { ...inSelf(inputOf(field), table.id), ...{ id, name, dbFieldName }, ...rules };
    });

/** A field that looks at its own table looks at the copy; by no view, since that has no id yet. */
function inSelf(field: ReturnType<typeof inputOf>, own: string): ReturnType<typeof inputOf> {
  const { options, lookupOptions } = field;
  const { foreignTableId, filterByViewId: _, ...others } = (options ?? {}) as Record<string, unknown>;
  return {
    ...field,
    ...(foreignTableId === own && { options: { ...others, foreignTableId: "self" } }),
    ...(lookupOptions?.foreignTableId === own && {
      lookupOptions: { ...lookupOptions, foreignTableId: "self" as const },
    }),
  };
}

/** The cells as an answer shows them, by the ids of the fields; of links to records of the table itself nothing is copied. */
async function recordInputs({ table, fields }: Schema, caller: Caller): Promise<NewRecord[]> {
  const take = limits.recordsPerCall;
  const { records, more } = await readSlice({ tableId: table.id, after: 0, skip: 0, take });
  if (more)
    throw invalid([
      {
        path: "includeRecords",
        message: `the table has more than ${take} records; duplicate it without them, then import an export of it`,
      },
    ]);
  const copied = fields.filter(
    (field) => !isComputed(field) && !(isLink(field) && field.options.foreignTableId === table.id),
  );
  const shown = await showAllFitting(records, copied, { fieldKeyType: "id", cellFormat: "json" }, caller);
  return shown.map(({ fields: cells }) => ({ fields: cells }));
}
