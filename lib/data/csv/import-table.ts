/* An import into a new table: it is made at once with the job that fills it. */

import type { Caller } from "#lib/data/identity/caller";
import type { TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import type { StartedImport, TableImport } from "#lib/schemas/tables/csv";
import { keepAnswer } from "#lib/store/idempotency-records";
import { openSource } from "./csv-source.ts";
import { wantedColumns } from "./import-columns.ts";
import type { Column } from "./import-lines.ts";
import * as imports from "./imports.ts";

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
  // the larger half of the code, which a file with something wrong in it does not need
  const { createTable } = await import("#lib/data/tables/create-table");
  await createTable(base, tables, table, caller, ({ id }) => {
    const into = { id, baseId: base.id, spaceId: base.spaceId };
    const { jobId, changes } = imports.startImport(file, opened, { table: into, columns }, caller);
    // of several attempts the last one counts
    started.unshift({ jobId, tableId: id });
    return [...changes, ...keepAnswer(caller, started[0])];
  });
  return started[0] as StartedImport;
}
