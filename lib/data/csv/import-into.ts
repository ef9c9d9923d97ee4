/* Starts an import into an existing table. */

import type { Caller } from "#lib/data/identity/caller";
import { isLink } from "#lib/data/links/link-items";
import { type FieldItem, find, type Schema } from "#lib/data/schema/table-schema";
import { keepReason } from "#lib/data/write/keep-operation";
import type { MayCreateIn } from "#lib/data/write/make-linked";
import { readingsOf } from "#lib/engine/csv/column-readings";
import { isComputed } from "#lib/engine/fields/field";
import { type FieldKeys, makeFieldKeys } from "#lib/engine/fields/field-keys";
import { type Issue, invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { RecordImport, StartedImport } from "#lib/schemas/tables/csv";
import { commit, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { delimiterOf, type Opened } from "./csv-file.ts";
import { type OpenedSource, withSource } from "./csv-source.ts";
import type { Column } from "./import-lines.ts";
import * as imports from "./imports.ts";

/** Starts the job that imports the file. Throws 400 or 404 if the columns cannot be mapped to fields. */
export async function importInto(
  schema: Schema,
  input: RecordImport,
  caller: Caller,
  mayCreateIn: MayCreateIn,
): Promise<StartedImport> {
  return withSource(input, caller, (source) => importOpened(source, schema, input, caller, mayCreateIn));
}

type Mapping = Pick<
  RecordImport,
  "columns" | "fieldKeyType" | "header" | "decimal" | "onBadCell" | "createLinked"
> & {
  /** The path in the request of the fields of the columns, and of one of them, if it is not `columns`. */
  path?: string;
  pathAt?: (column: number) => string;
};

/** The same for a file that was opened. */
export async function importOpened(
  { opened, keep }: OpenedSource,
  schema: Schema,
  mapping: Mapping,
  caller: Caller,
  mayCreateIn: MayCreateIn,
): Promise<StartedImport> {
  const columns = mapColumns(
    schema,
    mapping,
    mapping.columns?.length === opened.columns ? opened : withoutUnnamed(opened),
  );
  const { onBadCell, createLinked } = mapping;
  if (createLinked) await refuseForeign(schema, columns, mapping, mayCreateIn);
  return retryOnConflict(async () => {
    const { jobId, changes } = imports.startImport(
      await keep(),
      opened,
      { table: schema.table, columns, onBadCell, createLinked },
      caller,
    );
    const answer = { jobId, tableId: schema.table.id };
    const all = [...changes, ...keepAnswer(caller, answer)];
    await commit(
      await keepReason(all, schema.table.id, "an import is not undone: delete its records", caller),
    );
    return answer;
  });
}

/** Throws 400 or 403 for columns of link fields to tables in which the caller may not create records. */
async function refuseForeign(
  { fields }: Schema,
  columns: Column[],
  { path = "columns", pathAt = (i) => pathOf(["columns", i]), ...mapping }: Mapping,
  mayCreateIn: MayCreateIn,
): Promise<void> {
  const issues: Issue[] = [];
  for (const [i, column] of columns.entries()) {
    const field = column && fields.find(({ id }) => id === column.fieldId);
    const table = field && isLink(field) ? await find(field.options.foreignTableId) : undefined;
    const message = `${field?.name}: you may not create records in the table that this field links to`;
    if (table && !(await mayCreateIn(table)))
      issues.push({ path: mapping.columns ? pathAt(i) : path, message });
  }
  if (issues.length > 0) throw invalid(issues);
}

/** Without columns past the header, which name no field: lines with cells there are reported. */
const withoutUnnamed = (opened: Opened): Opened =>
  opened.header.length > 0 ? { ...opened, columns: Math.min(opened.columns, opened.header.length) } : opened;

/** The field of each column. Throws 400 or 404 with every error. */
function mapColumns({ fields }: Schema, input: Mapping, opened: Opened): Column[] {
  const { columns, fieldKeyType, path: whole = "columns", pathAt = (i) => pathOf(["columns", i]) } = input;
  const issues: Issue[] = [];
  const unknown: Issue[] = [];
  if (columns && columns.length !== opened.columns)
    throw invalid([
      {
        path: "columns",
        message: `must have one element for each of the ${opened.columns} columns of the file; got ${columns.length}`,
      },
    ]);
  if (!columns && !input.header)
    throw invalid([
      { path: "columns", message: "is required for a file without a header: it names the fields" },
    ]);
  const keys = makeFieldKeys(fields, columns ? fieldKeyType : "name");
  const taken = new Set<FieldId>();
  const result = Array.from({ length: opened.columns }, (_, i): Column => {
    const key = columns ? columns[i] : (opened.header[i] ?? "").trim();
    if (key === null || key === undefined) return null;
    const path = columns ? pathAt(i) : "columns";
    const prefix = columns ? "" : `column ${i + 1}, ${JSON.stringify(key)}, `;
    const field = findField(fields, keys, key);
    if (!field) {
      unknown.push({
        path,
        message: `${prefix}${keys.explain(key)}${columns ? "" : "; name its field in columns, or null to leave it out"}`,
      });
      return null;
    }
    if (isComputed(field) || field.type === "button")
      issues.push({
        path,
        message: `${prefix}is a field of type ${field.type}, whose cells cannot be imported`,
      });
    if (taken.has(field.id))
      issues.push({ path, message: `${prefix}must not repeat: another column is imported into this field` });
    taken.add(field.id);
    return { fieldId: field.id };
  });
  if (issues.length > 0) throw invalid(issues);
  if (unknown.length > 0) throw columns ? unknownInside(unknown) : invalid(unknown);
  if (taken.size === 0)
    throw invalid([{ path: whole, message: "must name a field for at least one column" }]);
  const read = result.map((column) => fields.find(({ id }) => id === column?.fieldId) ?? null);
  const readings = readingsOf(read, opened.first.lines, delimiterOf(opened));
  return result.map(
    (column, i) => column && { ...column, ...readings[i], ...(input.decimal && { decimal: input.decimal }) },
  );
}

/** The field with this key; names are first compared exactly, then ignoring case. */
function findField(fields: FieldItem[], keys: FieldKeys<FieldItem>, key: string): FieldItem | undefined {
  const exact = keys.get(key);
  if (exact || keys.type !== "name") return exact;
  return fields.find(({ name }) => name.toLowerCase() === key.toLowerCase());
}
