import type { Caller } from "#lib/data/identity/caller";
import { type Analysis, csvSheet } from "#lib/schemas/tables/csv-at-address";
import { openSource } from "./csv-source.ts";
import { wantedColumns } from "./import-columns.ts";

/** The columns of a file and the types that fit them. Writes nothing. Throws 400 or 404 as an import does. */
export async function analyzeFile(attachmentUrl: string, caller: Caller): Promise<Analysis> {
  const { opened } = await openSource({ attachmentUrl, header: true }, caller);
  const columns = await wantedColumns(undefined, opened);
  return {
    worksheets: {
      [csvSheet]: {
        name: csvSheet,
        columns: columns.flatMap((each) => (each ? [{ type: each.field.type, name: each.field.name }] : [])),
      },
    },
  };
}
