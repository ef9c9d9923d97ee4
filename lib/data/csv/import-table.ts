/* Starts an import into a new table: one commit creates the table and the job that fills it. */

import type { Caller } from "#lib/data/identity/caller";
import type { TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import type { StartedImport, TableImport } from "#lib/schemas/tables/csv";
import { keepAnswer } from "#lib/store/idempotency-records";
import { openSource } from "./csv-source.ts";
import { wantedColumns } from "./import-columns.ts";
import type { Column } from "./import-lines.ts";
import * as imports from "./imports.ts";

/** Creates the table and starts the job. Throws 400 if the file or the columns are invalid. */
export async function importTable(
  base: BaseItem,
  tables: TableItem[],
  input: TableImport,
  caller: Caller,
): Promise<StartedImport> {
  const { opened, keep } = await openSource(input, caller);
  const wanted = await wantedColumns(input.columns, opened);
  const columns = wanted.map((each): Column => each && { fieldId: each.field.id, decimal: each.decimal });
  const fields = wanted.flatMap((each) => (each ? [each.input] : []));
  const file = await keep();
  const started: StartedImport[] = [];
  const table = { name: input.name, fields, views: [], records: [], fieldKeyType: "name" as const };
  // imported late: it is the larger half of the code, and an invalid file does not need it
  const { createTable } = await import("#lib/data/tables/create-table");
  await createTable(base, tables, table, caller, ({ id }) => {
    const into = { id, baseId: base.id, spaceId: base.spaceId };
    const { jobId, changes } = imports.startImport(file, opened, { table: into, columns }, caller);
    // called again on each retry: the last one counts
    started.unshift({ jobId, tableId: id });
    return [...changes, ...keepAnswer(caller, started[0])];
  });
  return started[0] as StartedImport;
}
