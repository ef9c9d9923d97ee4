import type { Caller } from "#lib/data/identity/caller";
import { type Analysis, type AnalyzeQuery, csvSheet } from "#lib/schemas/tables/csv-at-address";
import type { Opened } from "./csv-file.ts";
import { type FoundFile, withFile } from "./csv-source.ts";
import { wantedColumns } from "./import-columns.ts";

/**
 * The columns of a file and the types that fit them, for each sheet with rows. Writes nothing. Throws 400 or 404 as an import does, 429 while
 * too many files are read.
 */
export const analyzeFile = ({ attachmentUrl, fileType }: AnalyzeQuery, caller: Caller): Promise<Analysis> =>
  withFile({ attachmentUrl, fileType, header: true }, caller, analyze);

async function analyze({ workbook, read, first }: FoundFile): Promise<Analysis> {
  const found: [string, Analysis["worksheets"][string]][] = [];
  const add = async (name: string, opened: Opened) => {
    const columns = await wantedColumns(undefined, opened);
    const shown = columns.flatMap((each) => (each ? [{ type: each.field.type, name: each.field.name }] : []));
    found.push([name, { name, columns: shown }]);
  };
  if (workbook) {
    const { readSheets } = await import("./sheet-source.ts");
    for await (const { name, opened } of readSheets(workbook)) await add(name, opened);
  } else {
    const { open } = await import("./csv-file.ts");
    await add(csvSheet, await open(read, { header: true }, first));
  }
  return { worksheets: Object.fromEntries(found) };
}
