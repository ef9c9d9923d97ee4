/*
 * Duplicates a table: its fields and views with new ids, and its records if that is asked for. Links are one-way. Ids of the table's own
 * fields are replaced wherever they stand: in formulas, lookups, filters, sorts, groups and columns.
 *
 *   few records    one commit, that of createTable
 *   many records   one commit: the table, which counts as deleted, and the job that copies the records (copy-records.ts)
 */

import type { Caller } from "#lib/data/identity/caller";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import { isLink } from "#lib/data/links/link-items";
import { readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { showAllFitting, withAllLinks } from "#lib/data/records/show-records";
import type { FieldItem, Schema, TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import { createTable } from "#lib/data/tables/create-table";
import { inputOf } from "#lib/data/tables/field-input";
import { viewInput } from "#lib/data/tables/view-input";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { holdsMany } from "#lib/engine/field-types/shared/links";
import { type AiConfig, aiWithoutFields } from "#lib/engine/fields/ai-fields";
import { isComputed } from "#lib/engine/fields/field";
import { type FieldId, newFieldId, newTableId, type TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { NewRecord } from "#lib/schemas/records/record";
import type { NewTable, Table, TableCopy, TableDuplicate } from "#lib/schemas/tables/table";
import { keepAnswer } from "#lib/store/idempotency-records";
import { basisOf } from "./copy-cells.ts";
import { beginCopy, type CopyOfTable } from "./copy-item.ts";

/** Creates the copy in the base, or begins to do so: then the answer has the id of the job. */
export async function duplicateTable(
  { base, tables, schema }: { base: BaseItem; tables: TableItem[]; schema: Schema },
  { name, includeRecords }: TableCopy,
  caller: Caller,
  allow: AllowThere,
  mostAtOnce: number = limits.recordsPerCall,
): Promise<TableDuplicate> {
  const fieldMap = Object.fromEntries(schema.fields.map(({ id }) => [id, newFieldId()]));
  const views = schema.views.map(({ sort, ...view }) =>
    // the sort alone: `manualSort` is not copied
    viewInput(
      { ...view, ...(sort && sort.sortObjs.length > 0 && { sort: { sortObjs: sort.sortObjs } }) },
      schema.fields,
    ),
  );
  const found = includeRecords ? await recordInputs(schema, caller, mostAtOnce) : noRecords;
  const records = found?.inputs;
  const tableId = newTableId();
  const job = records
    ? undefined
    : await beginCopy("duplicateTable", schema.table, copyOf(schema, tableId, fieldMap), caller);
  const { icon, description } = schema.table;
  const input: NewTable = {
    name,
    ...(icon && { icon }),
    ...(description && { description }),
    fields: withNewIds(fieldInputs(schema), fieldMap),
    views: withNewIds(views, fieldMap),
    records: (records ?? []).map(({ fields }) => ({
      fields: Object.fromEntries(Object.entries(fields).map(([id, value]) => [fieldMap[id] ?? id, value])),
    })),
    fieldKeyType: "id",
  };
  const answerOf = ({ records: _, total: __, ...table }: Table): TableDuplicate => ({
    ...table,
    fieldMap,
    viewMap: Object.fromEntries(schema.views.map(({ id }, i) => [id, table.views[i]?.id ?? ""])),
    ...(job && { jobId: job.jobId }),
  });
  const broken = new Set(schema.fields.flatMap(({ id, hasError }) => (hasError ? [fieldMap[id] ?? id] : [])));
  const besides = (made: Table) => [
    ...(job?.changes ?? []),
    ...keepAnswer(caller, answerOf(made), [made.id]),
  ];
  const copied = {
    broken,
    pairs: pairsOf(schema, fieldMap),
    complete: linkCopies(schema, found?.records ?? [], fieldMap),
  };
  const how = { allow, besides, copied, tableId };
  const hidden = job && { hidden: { copying: job.jobId, lastNumber: job.to } };
  return answerOf(await createTable(base, tables, input, caller, { ...how, ...hidden }));
}

/** Pairs of copies of fields that show the same links of the table to itself. */
const pairsOf = (schema: Schema, fieldMap: Record<string, FieldId>): ReadonlyMap<FieldId, FieldId> =>
  new Map(
    selfLinks(schema).flatMap(({ id, options: { symmetricFieldId } }) => {
      const [own, other] = [fieldMap[id], symmetricFieldId && fieldMap[symmetricFieldId]];
      return own && other ? [[own, other] as const] : [];
    }),
  );

/** Links the copies of these records to each other, as the records are linked. */
const linkCopies =
  (schema: Schema, records: StoredRecord[], fieldMap: Record<string, FieldId>) =>
  (copies: RecordItem[]): void => {
    const copyOf = new Map(records.map(({ id }, i) => [id as string, copies[i]?.id]));
    for (const [i, { cells }] of records.entries())
      for (const { id } of selfLinks(schema)) {
        const links = ((cells[id] ?? []) as LinkedRecord[]).flatMap((link) => {
          const copy = copyOf.get(link.id);
          return copy ? [{ ...link, id: copy }] : [];
        });
        const to = fieldMap[id];
        if (links.length > 0 && to && copies[i]) copies[i].cells[to] = links;
      }
  };

/** The copy as its job needs it: with the fields whose cells it copies, as they are now. */
function copyOf(schema: Schema, copyId: TableId, fieldMap: Record<string, FieldId>): CopyOfTable {
  const toCopy = (field: FieldItem) => ({
    ...{ from: field.id, to: fieldMap[field.id] ?? field.id, basis: basisOf(field) },
  });
  // of two fields that show the same links, the one whose cells hold one link: cells of the other may be very long
  const links = selfLinks(schema).sort(
    (a, b) => Number(holdsMany(a.options.relationship)) - Number(holdsMany(b.options.relationship)),
  );
  const isSecond = ({ id }: FieldItem, i: number) =>
    links.slice(0, i).some(({ options }) => options.symmetricFieldId === id);
  return {
    copyId,
    fields: copiedFields(schema).map(toCopy),
    selfLinks: links.filter((link, i) => !isSecond(link, i)).map(toCopy),
  };
}

/** A field or view in the form of a request, with the ids of the copied fields. Texts that people wrote stay the same. */
function withNewIds<Value>(value: Value, ids: Record<string, string>): Value {
  if (Array.isArray(value)) return value.map((each) => withNewIds(each as unknown, ids)) as Value;
  if (typeof value === "string") return (ids[value] ?? value) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    ids[key] ?? key,
    key === "expression" || key === "prompt"
      ? inExpression(String(each), ids)
      : written.has(key)
        ? each
        : withNewIds(each, ids),
  ]);
  return Object.fromEntries(entries) as Value;
}

/** Members that hold texts of people. */
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
      const input = withoutUnknown(inputOf(field), fields);
      return { ...inSelf(input, table.id), ...{ id, name, dbFieldName }, ...rules };
    });

/** A stored prompt may name a deleted field. */
function withoutUnknown(input: ReturnType<typeof inputOf>, fields: FieldItem[]): typeof input {
  const { aiConfig, ...others } = input;
  if (!aiConfig) return input;
  const ids = new Set<string>(fields.map(({ id }) => id));
  const kept = aiWithoutFields(aiConfig as AiConfig, (id) => !ids.has(id));
  return { ...others, ...(kept && { aiConfig: { ...kept } }) };
}

/** A field that links to its own table links to the copy; without a view, because the views of the copy have no ids yet. */
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

/** The cells in the form of answers, by the ids of the fields; `undefined` if the table has more records. */
async function recordInputs(
  schema: Schema,
  caller: Caller,
  most: number,
): Promise<CopiedRecords | undefined> {
  const { records, more } = await readSlice({ tableId: schema.table.id, after: 0, skip: 0, take: most });
  if (more) return undefined;
  const shown = await showAllFitting(
    records,
    copiedFields(schema),
    { fieldKeyType: "id", cellFormat: "json" },
    caller,
  );
  // an empty cell stays empty in the copy, and gets no default
  const empty = Object.fromEntries(copiedFields(schema).map(({ id }) => [id, null]));
  const full = await withAllLinks(records, selfLinks(schema), caller);
  return { inputs: shown.map(({ fields: cells }) => ({ fields: { ...empty, ...cells } })), records: full };
}

interface CopiedRecords {
  inputs: NewRecord[];
  /** The records with all links to records of the table itself. */
  records: StoredRecord[];
}
const noRecords: CopiedRecords = { inputs: [], records: [] };

/** The link fields that show records of their own table. */
const selfLinks = ({ table, fields }: Schema) =>
  fields.flatMap((field) => (isLink(field) && field.options.foreignTableId === table.id ? [field] : []));

/** The fields whose cells are copied in the form of requests: not computed fields, and not links to the table itself. */
const copiedFields = ({ table, fields }: Schema): FieldItem[] =>
  fields.filter(
    (field) => !isComputed(field) && !(isLink(field) && field.options.foreignTableId === table.id),
  );
