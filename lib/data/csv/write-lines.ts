/* Writes a batch of lines of a CSV file, with the position of the next line. */

import type { Caller } from "#lib/data/identity/caller";
import { refuseDuplicates } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import { batchChanges, planBatch } from "#lib/data/write/record-batch";
import { numbersOf } from "#lib/data/write/record-numbers";
import { commitBatch } from "#lib/data/write/write-records";
import { duplicateIssue } from "#lib/engine/cells/constraints";
import type { Line } from "#lib/engine/csv/lines";
import type { Field } from "#lib/engine/fields/field";
import type { BadLine } from "#lib/schemas/basics/bad-line";
import { AppError } from "#lib/schemas/basics/error";
import { change, commit } from "#lib/store/commit";
import type { LinePosition } from "./csv-file.ts";
import { castLines, type ReadLines } from "./import-lines.ts";
import { advanceImport, type ImportItem } from "./imports.ts";

/**
 * Writes the records of the lines and returns the import after them. If another record has the unique value of a line, the commit is
 * refused: the line becomes a bad line, and the other lines are tried again.
 */
export async function writeLines(
  schema: Schema,
  work: ImportItem,
  { lines, to }: { lines: Line[]; to: LinePosition },
  caller: Caller,
): Promise<ImportItem> {
  const refused = new Map<Line, BadLine[]>();
  for (;;) {
    const left = lines.filter((line) => !refused.has(line));
    const read = await castLines(schema, work.columns, left, caller);
    const bad = [...refused.values(), read.bad].flat().sort((one, other) => one.line - other.line);
    const counts = { records: read.good.length, bad, badLines: read.badLines + refused.size };
    const after = advanceImport(work, { to, ...counts });
    const duplicates = await put(schema, work, { read, after }, caller);
    if (duplicates.length === 0) return { ...after, version: work.version + 1 };
    for (const { line, issue } of duplicates) refused.set(line, [...(refused.get(line) ?? []), issue]);
  }
}

interface Duplicate {
  line: Line;
  issue: BadLine;
}

/** Writes all and returns an empty list; or writes nothing and returns the lines whose unique values other records have. */
async function put(
  schema: Schema,
  work: ImportItem,
  { read, after }: { read: ReadLines; after: ImportItem },
  caller: Caller,
): Promise<Duplicate[]> {
  const progress = change(work, after);
  if (read.good.length === 0) {
    await commit([progress]);
    return [];
  }
  const { table } = schema;
  const wanted = read.good.map(({ cells }) => ({ at: [], cells }));
  const target = { table, ...read.reading, isQuiet: true };
  const batch = await planBatch(target, wanted, { takeNumbers: numbersOf(table.id) }, caller);
  const lines = new Map<unknown, Line>(
    batch.writes.flatMap(({ after }, i) => {
      const line = read.good[i]?.line;
      return line ? [[after.id, line]] : [];
    }),
  );
  const duplicates: Duplicate[] = [];
  const refuse = refuseDuplicates(schema, (id, field) => {
    const line = lines.get(id);
    if (line) duplicates.push({ line, issue: issueOf(line, field, work) });
    return "";
  });
  const changes = [...(await batchChanges(batch, caller)), progress];
  await commitBatch(schema, batch, changes, refuse).catch((error: unknown) => {
    if (duplicates.length === 0 || !(error instanceof AppError)) throw error;
  });
  return duplicates;
}

function issueOf({ line }: Line, { id, name }: Field, { columns }: ImportItem): BadLine {
  const column = columns.findIndex((each) => each?.fieldId === id) + 1;
  return { line, ...(column > 0 && { column }), name, message: duplicateIssue("").message };
}
