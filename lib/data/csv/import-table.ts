/* Starts an import into a new table: one commit creates the table and the job that fills it. */

import type { Caller } from "#lib/data/identity/caller";
import type { TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import type { StartedImport, TableImport } from "#lib/schemas/tables/csv";
import type { Table } from "#lib/schemas/tables/table";
import type { Change } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { type OpenedSource, withSource } from "./csv-source.ts";
import { type ColumnWishes, wantedColumns } from "./import-columns.ts";
import type { Column } from "./import-lines.ts";
import * as imports from "./imports.ts";

/** Creates the table and starts the job. Throws 400 if the file or the columns are invalid. */
export async function importTable(
  base: BaseItem,
  tables: TableItem[],
  input: TableImport,
  caller: Caller,
): Promise<StartedImport> {
  return withSource(input, caller, async (source) => {
    const { started } = await createFrom(source, base, tables, input, caller, ({ started }) =>
      keepAnswer(caller, started),
    );
    return started as StartedImport;
  });
}

/** The parts of the file that the new table takes. */
interface Wanted extends ColumnWishes {
  name: string;
  columns?: TableImport["columns"];
  onBadCell: TableImport["onBadCell"];
  /** False: only the fields. */
  importData?: boolean;
}

interface Made {
  table: Table;
  /** Undefined without records. */
  started: StartedImport | undefined;
}

/** Creates a table with the columns of an opened file, and starts the job that fills it, in one commit. */
export async function createFrom(
  { opened, keep }: OpenedSource,
  base: BaseItem,
  tables: TableItem[],
  { name, importData = true, onBadCell, ...how }: Wanted,
  caller: Caller,
  answerChanges: (made: Made) => Change[],
): Promise<Made> {
  const wanted = await wantedColumns(how.columns, opened, how);
  const columns = wanted.map((each): Column => each && { fieldId: each.field.id, ...each.reading });
  const fields = wanted.flatMap((each) => (each ? [each.input] : []));
  const file = importData ? await keep() : undefined;
  let started: StartedImport | undefined;
  const input = { name, fields, views: [], records: [], fieldKeyType: "name" as const };
  // imported late: it is the larger half of the code, and an invalid file does not need it
  const { createTable } = await import("#lib/data/tables/create-table");
  const table = await createTable(base, tables, input, caller, {
    besides: (answer) => {
      if (!file) return answerChanges({ table: answer, started });
      const into = { id: answer.id, baseId: base.id, spaceId: base.spaceId };
      const { jobId, changes } = imports.startImport(
        file,
        opened,
        { table: into, columns, onBadCell },
        caller,
      );
      // called again on each retry: the last one counts
      started = { jobId, tableId: answer.id };
      return [...changes, ...answerChanges({ table: answer, started })];
    },
  });
  return { table, started };
}
