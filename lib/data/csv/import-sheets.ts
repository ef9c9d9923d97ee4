/* Imports of a file at an address. import-columns.ts describes how columns become fields, import-into.ts how records are read. */

import type { Caller } from "#lib/data/identity/caller";
import type { Schema, TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import type { MayCreateIn } from "#lib/data/write/make-linked";
import { isTimeZone } from "#lib/engine/values/time-zones";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import type { OnBadCell, StartedImport, TableImport } from "#lib/schemas/tables/csv";
import type { InsertImport, Sheet, SheetImport } from "#lib/schemas/tables/csv-at-address";
import type { Table } from "#lib/schemas/tables/table";
import { keepAnswer } from "#lib/store/idempotency-records";
import { type OpenedSource, withSource } from "./csv-source.ts";
import { importOpened } from "./import-into.ts";
import { createFrom } from "./import-table.ts";

/** Creates a table for the worksheet and starts the job that fills it. */
export async function importSheets(
  base: BaseItem,
  tables: TableItem[],
  { worksheets, attachmentUrl, fileType, tz, onBadCell }: SheetImport,
  caller: Caller,
): Promise<Table[]> {
  if (tz !== undefined && !isTimeZone(tz))
    throw invalid([
      { path: "tz", message: "must be UTC or the name of a time zone, for example Europe/Berlin" },
    ]);
  const [[key, sheet]] = Object.entries(worksheets) as [[string, Sheet]];
  const file = {
    ...{ attachmentUrl, fileType, header: sheet.useFirstRowAsHeader },
    ...(fileType === "excel" && { sheet: key, sheetPath: "worksheets" }),
  };
  return withSource(file, caller, (source) =>
    importSheet(source, base, tables, { key, sheet, tz, onBadCell }, caller),
  );
}

interface WantedSheet {
  key: string;
  sheet: Sheet;
  tz?: string | undefined;
  onBadCell: OnBadCell;
}

async function importSheet(
  source: OpenedSource,
  base: BaseItem,
  tables: TableItem[],
  { key, sheet, tz, onBadCell }: WantedSheet,
  caller: Caller,
): Promise<Table[]> {
  const pathTo = (i: number): PropertyKey[] => ["worksheets", key, "columns", i];
  const columns: TableImport["columns"] = columnsOf(
    sheet.columns.map(({ sourceColumnIndex, ...column }, i) => ({
      at: sourceColumnIndex,
      value: column,
      path: pathOf([...pathTo(i), "sourceColumnIndex"]),
    })),
    source.opened.columns,
  );
  const pathAt = (column: number) =>
    pathTo(sheet.columns.findIndex(({ sourceColumnIndex }) => sourceColumnIndex === column));
  const wanted = { name: sheet.name, columns, timeZone: tz, pathAt, importData: sheet.importData, onBadCell };
  const { table } = await createFrom(source, base, tables, wanted, caller, ({ table }) =>
    keepAnswer(caller, [table], [table.id]),
  );
  return [table];
}

/** Starts the job that imports the mapped columns into the fields of a table. */
export async function insertSheet(
  schema: Schema,
  { attachmentUrl, fileType, insertConfig, ...how }: InsertImport,
  caller: Caller,
  mayCreateIn: MayCreateIn,
): Promise<StartedImport> {
  const { excludeFirstRow: header, sourceWorkSheetKey: sheet } = insertConfig;
  const file = {
    ...{ attachmentUrl, fileType, header },
    ...(fileType === "excel" && { sheet, sheetPath: "insertConfig.sourceWorkSheetKey" }),
  };
  return withSource(file, caller, (source) =>
    insertOpened(source, schema, { ...insertConfig, ...how }, caller, mayCreateIn),
  );
}

async function insertOpened(
  source: OpenedSource,
  schema: Schema,
  {
    excludeFirstRow: header,
    sourceColumnMap,
    onBadCell,
    createLinked,
  }: InsertImport["insertConfig"] & Pick<InsertImport, "onBadCell" | "createLinked">,
  caller: Caller,
  mayCreateIn: MayCreateIn,
): Promise<StartedImport> {
  const path = "insertConfig.sourceColumnMap";
  const pathTo = (fieldId: string) => pathOf(["insertConfig", "sourceColumnMap", fieldId]);
  const mapped = Object.entries(sourceColumnMap).flatMap(([value, at]) =>
    at === null ? [] : [{ at, value, path: pathTo(value) }],
  );
  const columns = columnsOf(mapped, source.opened.columns);
  const pathAt = (i: number) => pathTo(columns[i] ?? "");
  return importOpened(
    source,
    schema,
    { columns, fieldKeyType: "id", header, onBadCell, createLinked, path, pathAt },
    caller,
    mayCreateIn,
  );
}

/**
 * For each column of the file the value to which the request maps it, or null. Throws 400 for a column that the file lacks or that is named
 * twice.
 */
function columnsOf<Value>(
  mapped: { at: number; value: Value; path: string }[],
  count: number,
): (Value | null)[] {
  const columns = Array.from({ length: count }, (): Value | null => null);
  const issues: Issue[] = [];
  for (const { at, value, path } of mapped) {
    if (at >= count)
      issues.push({ path, message: `the file has ${count} columns, the first is 0; got ${at}` });
    else if (columns[at] !== null) issues.push({ path, message: `column ${at} is named twice` });
    else columns[at] = value;
  }
  if (issues.length > 0) throw invalid(issues);
  return columns;
}
