/* An import into a table that is there. */

import type { Caller } from "#lib/data/identity/caller";
import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import { decimalMarkOf } from "#lib/engine/csv/guess-columns";
import { isComputed } from "#lib/engine/fields/field";
import { type Issue, invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { RecordImport, StartedImport } from "#lib/schemas/tables/csv";
import { commit, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import type { Opened } from "./csv-file.ts";
import { openSource } from "./csv-source.ts";
import type { Column } from "./import-lines.ts";
import * as imports from "./imports.ts";

export async function importInto(
  schema: Schema,
  input: RecordImport,
  caller: Caller,
): Promise<StartedImport> {
  const { opened, keep } = await openSource(input, caller);
  const columns = mapped(schema, input, opened);
  return retryOnConflict(async () => {
    const { jobId, changes } = imports.startImport(
      await keep(),
      opened,
      { table: schema.table, columns },
      caller,
    );
    const answer = { jobId, tableId: schema.table.id };
    await commit([...changes, ...keepAnswer(caller, answer)]);
    return answer;
  });
}

/** Which field each column goes into; throws all that is wrong with that. */
function mapped({ fields }: Schema, input: RecordImport, opened: Opened): Column[] {
  const { columns, fieldKeyType } = input;
  const issues: Issue[] = [];
  const unknown: Issue[] = [];
  if (columns && columns.length !== opened.columns)
    throw invalid([
      { path: "columns", message: `must have ${opened.columns}, one for each column; has ${columns.length}` },
    ]);
  if (!columns && !input.header)
    throw invalid([
      { path: "columns", message: "is missing: without a header nothing else names the fields" },
    ]);
  const taken = new Set<FieldId>();
  const found = Array.from({ length: opened.columns }, (_, i): Column => {
    const key = columns ? columns[i] : (opened.header[i] ?? "").trim();
    if (key === null || key === undefined) return null;
    const at = columns ? pathOf(["columns", i]) : "columns";
    const which = columns ? "" : `column ${i + 1}, ${JSON.stringify(key)}, `;
    const field = findField(fields, key, columns ? fieldKeyType : "name");
    if (!field) {
      unknown.push({
        path: at,
        message: `${which}is no field of this table${columns ? "" : ": say with columns where it goes, null for nowhere"}`,
      });
      return null;
    }
    if (isComputed(field) || field.type === "button")
      issues.push({
        path: at,
        message: `${which}is a field of type ${field.type}, which nothing is imported into`,
      });
    if (taken.has(field.id))
      issues.push({ path: at, message: `${which}goes into the same field as another column` });
    taken.add(field.id);
    return { fieldId: field.id, decimal: input.decimal ?? decimalIn(opened, i) };
  });
  if (issues.length > 0) throw invalid(issues);
  if (unknown.length > 0) throw columns ? unknownInside(unknown) : invalid(unknown);
  if (taken.size === 0) throw invalid([{ path: "columns", message: "no column is left to be imported" }]);
  return found;
}

const decimalIn = ({ first }: Opened, i: number) =>
  decimalMarkOf(first.lines.map(({ cells }) => cells[i] ?? "").filter((text) => text.trim() !== ""));

/** By its name as it is written, else in letters of any case. */
function findField(
  fields: FieldItem[],
  key: string,
  kind: RecordImport["fieldKeyType"],
): FieldItem | undefined {
  const exact = fields.find((field) => field[kind] === key);
  if (exact || kind !== "name") return exact;
  return fields.find(({ name }) => name.toLowerCase() === key.toLowerCase());
}
