/* A batch of lines of a CSV file, written with where the next one begins. */

import type { Caller } from "#lib/data/identity/caller";
import { refuseDuplicates } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import { write } from "#lib/data/write/write-records";
import { duplicateIssue } from "#lib/engine/cells/constraints";
import type { Line } from "#lib/engine/csv/lines";
import type { Field } from "#lib/engine/fields/field";
import type { BadLine } from "#lib/schemas/basics/bad-line";
import { AppError } from "#lib/schemas/basics/error";
import { change, commit } from "#lib/store/commit";
import type { Place } from "./csv-file.ts";
import { castLines, type ReadLines } from "./import-lines.ts";
import { advanceImport, type ImportItem } from "./imports.ts";

/** Lines with values that records have already are found one after another by the commits that they make fail. */
export async function writeLines(
  schema: Schema,
  work: ImportItem,
  { lines, to }: { lines: Line[]; to: Place },
  caller: Caller,
): Promise<ImportItem> {
  const taken = new Map<Line, BadLine[]>();
  for (;;) {
    const left = lines.filter((line) => !taken.has(line));
    const read = await castLines(schema, work.columns, left, caller);
    const bad = [...taken.values(), read.bad].flat().sort((one, other) => one.line - other.line);
    const counts = { records: read.good.length, bad, badLines: read.badLines + taken.size };
    const after = advanceImport(work, { to, ...counts });
    const duplicates = await put(schema, work, { read, after }, caller);
    if (duplicates.length === 0) return { ...after, version: work.version + 1 };
    for (const { line, issue } of duplicates) taken.set(line, [...(taken.get(line) ?? []), issue]);
  }
}

interface Duplicate {
  line: Line;
  issue: BadLine;
}

/** Writes all, or nothing and gives the values that others have. */
async function put(
  schema: Schema,
  work: ImportItem,
  { read, after }: { read: ReadLines; after: ImportItem },
  caller: Caller,
): Promise<Duplicate[]> {
  const moved = change(work, after);
  if (read.good.length === 0) {
    await commit([moved]);
    return [];
  }
  const duplicates: Duplicate[] = [];
  const { reading, good } = read;
  // the place of a record in the batch is its place in the answer
  const drafts = good.map(({ draft }, i) => ({ ...draft, at: [i] }));
  const refusing: typeof refuseDuplicates = (schema, pathOfCell) =>
    refuseDuplicates(schema, (id, field) => {
      const path = pathOfCell(id, field);
      const line = good[Number(/^\[(\d+)\]/.exec(path)?.[1])]?.line;
      if (line) duplicates.push({ line, issue: issueOf(line, field, work) });
      return path;
    });
  const cells = good.map(({ cells }) => cells);
  await write(schema, { ...reading, drafts }, { cells, found: good.map(() => undefined) }, caller, {
    refusing,
    mark: () => [moved],
    isQuiet: true,
  }).catch((error: unknown) => {
    if (duplicates.length === 0 || !(error instanceof AppError)) throw error;
  });
  return duplicates;
}

function issueOf({ line }: Line, { id, name }: Field, { columns }: ImportItem): BadLine {
  const column = columns.findIndex((each) => each?.fieldId === id) + 1;
  return { line, ...(column > 0 && { column }), name, message: duplicateIssue("").message };
}
