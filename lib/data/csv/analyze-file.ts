import type { Caller } from "#lib/data/identity/caller";
import { type Analysis, type AnalyzeQuery, csvSheet } from "#lib/schemas/tables/csv-at-address";
import type { Opened } from "./csv-file.ts";
import { openFile } from "./csv-source.ts";
import { wantedColumns } from "./import-columns.ts";
import { takePreviewTurn } from "./preview-turns.ts";

/**
 * The columns of a file and the types that fit them, for each sheet with rows. Writes nothing. Throws 400 or 404 as an import does, 429 while
 * too many files are previewed.
 */
export const analyzeFile = (query: AnalyzeQuery, caller: Caller): Promise<Analysis> =>
  takePreviewTurn(() => analyze(query, caller));

async function analyze({ attachmentUrl, fileType }: AnalyzeQuery, caller: Caller): Promise<Analysis> {
  const { workbook, read, first } = await openFile({ attachmentUrl, fileType, header: true }, caller);
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
