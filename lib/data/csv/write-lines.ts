/* Writes a batch of lines of a CSV file, with the position of the next line. */

import type { Caller } from "#lib/data/identity/caller";
import { guardKey, refuseDuplicates } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import type { DraftInput } from "#lib/data/write/read-drafts";
import { batchChanges, planBatch } from "#lib/data/write/record-batch";
import { numbersOf } from "#lib/data/write/record-numbers";
import { commitBatch } from "#lib/data/write/write-records";
import { duplicateIssue } from "#lib/engine/cells/constraints";
import type { Line } from "#lib/engine/csv/lines";
import type { Field } from "#lib/engine/fields/field";
import type { BadLine } from "#lib/schemas/basics/bad-line";
import { AppError, type Issue, pathOf } from "#lib/schemas/basics/error";
import { type Change, change, commit } from "#lib/store/commit";
import { getItems, keyText } from "#lib/store/store";
import type { LinePosition } from "./csv-file.ts";
import { castLines, type ReadLines } from "./import-lines.ts";
import { advanceImport, type ImportItem } from "./imports.ts";
import { listRefused } from "./refused-lines.ts";

/** Lines, and the position after them. */
export interface LineBatch {
  lines: Line[];
  to: LinePosition;
}

export interface LineHow extends Pick<DraftInput, "makeLinked"> {
  /** The unique values of the lines before, while lines are only checked. */
  seen: Set<string>;
}

/**
 * Writes the records of the lines and returns the import after them. If another record has the unique value of a line, or a link of it, the
 * commit is refused: the line becomes a bad line, and the other lines are tried again. While lines are only checked, no record is written;
 * `seen` has the unique values of the lines before.
 */
export async function writeLines(
  schema: Schema,
  work: ImportItem,
  batch: LineBatch,
  caller: Caller,
  { seen, makeLinked }: LineHow,
): Promise<ImportItem> {
  const { onBadCell, checking } = work;
  let { lines, to } = batch;
  let refused: BadLine[] = [];
  const emptied: BadLine[] = [];
  /** With "stop": the first bad line, before which the import ends. */
  let end: BadLine | undefined;
  /** Empties cells whose lines stay, if this is wanted; returns the other issues. */
  const emptyCells = (found: BadLine[]): BadLine[] => {
    const blank = onBadCell === "empty" ? found.filter((bad) => isWritten(bad, lines)) : [];
    lines = withoutCells(lines, blank);
    emptied.push(...blank);
    return found.filter((bad) => !blank.includes(bad));
  };
  for (;;) {
    const isOut = new Set(refused.map(({ line }) => line));
    const left = lines.filter(({ line }) => !isOut.has(line));
    const read = await castLines(schema, work.columns, left, caller, {
      seen: checking && seen,
      makeLinked,
    });
    if (emptyCells(read.bad).length < read.bad.length) continue;
    const bad = [...refused, ...read.bad].sort(byLine);
    const [first] = bad;
    if (onBadCell === "stop" && !checking && first && first.line !== end?.line) {
      end = first;
      refused = bad.filter(({ line }) => line === first.line);
      lines = lines.filter(({ line }) => line < first.line);
      const last = lines.at(-1);
      to = last ? { at: last.end, line: last.next } : work;
      continue;
    }
    const badLines = new Set(bad.map(({ line }) => line));
    const without = emptied.filter(({ line }) => !badLines.has(line));
    const all = emptied.map((each) => (badLines.has(each.line) ? each : { ...each, emptied: true as const }));
    const issues = [...bad, ...all].sort(byLine);
    const listing = listRefused(work, issues, batch.lines, caller);
    const counts = { records: checking ? 0 : read.good.length, issues, badLines: badLines.size };
    const after: ImportItem = {
      ...advanceImport(work, { to, ...counts, emptied: without.length }),
      ...(end && { stopped: nameIssue(end) }),
      ...(listing.listed && { listed: listing.listed }),
    };
    const progress = [change(work, after), ...listing.changes];
    const found = await (checking ? check : put)(schema, work, { read, progress }, caller);
    if (found.length === 0) {
      if (checking) for (const key of read.unique) seen.add(key);
      return { ...after, version: work.version + 1 };
    }
    refused.push(...emptyCells(found));
  }
}

const byLine = (one: BadLine, other: BadLine) => one.line - other.line;

const nameIssue = ({ line, name, message }: BadLine) => `line ${line}: ${name ? `${name}: ` : ""}${message}`;

/** Whether the issue is about a cell that the file has, so that the line could be imported without it. */
const isWritten = ({ line: number, column = 0 }: BadLine, lines: Line[]): boolean =>
  lines.some(
    ({ line, cells, problems }) =>
      line === number && (cells[column - 1] || problems?.some((each) => each.column === column)),
  );

/** The lines, with the cells of these issues empty. */
const withoutCells = (lines: Line[], bad: BadLine[]): Line[] =>
  lines.map((line) => {
    const empty = new Set(bad.flatMap((each) => (each.line === line.line ? (each.column ?? []) : [])));
    if (empty.size === 0) return line;
    const { problems, ...rest } = line;
    const cells = line.cells.map((text, i) => (empty.has(i + 1) ? "" : text));
    const others = problems?.filter(({ column }) => !empty.has(column));
    return { ...rest, cells, ...(others && { problems: others }) };
  });

interface Reads {
  read: ReadLines;
  /** The changes that note how far the import is. */
  progress: Change[];
}

/** Writes only how far the check is, and returns an empty list; or returns the lines whose unique values records have. */
async function check(schema: Schema, work: ImportItem, { read, progress }: Reads): Promise<BadLine[]> {
  const unique = schema.fields.filter((field) => field.unique);
  const guards = read.good.flatMap(({ line, cells }) =>
    unique.flatMap((field) => {
      const key = guardKey(schema.table.id, field, cells);
      return key ? [{ line, field, key }] : [];
    }),
  );
  const taken = new Set((await getItems(guards.map(({ key }) => key))).map(keyText));
  const found = guards.filter(({ key }) => taken.has(keyText(key)));
  if (found.length === 0) await commit(progress);
  return found.map(({ line, field }) => issueOf(line, field, work, duplicateIssue("").message));
}

/** Writes all and returns an empty list; or writes nothing and returns the lines whose unique values or links other records have. */
async function put(
  schema: Schema,
  work: ImportItem,
  { read, progress }: Reads,
  caller: Caller,
): Promise<BadLine[]> {
  if (read.good.length === 0) {
    await commit(progress);
    return [];
  }
  const { table } = schema;
  const wanted = read.good.map(({ cells }, i) => ({ at: [i], cells }));
  const target = { table, ...read.reading, isQuiet: true };
  let found: BadLine[] = [];
  try {
    const batch = await planBatch(target, wanted, { takeNumbers: numbersOf(table.id) }, caller);
    const lines = new Map<unknown, Line>(
      batch.writes.flatMap(({ after }, i) => {
        const line = read.good[i]?.line;
        return line ? [[after.id, line]] : [];
      }),
    );
    const refuse = refuseDuplicates(schema, (id, field) => {
      const line = lines.get(id);
      if (line) found.push(issueOf(line, field, work, duplicateIssue("").message));
      return "";
    });
    const changes = [...(await batchChanges(batch, caller)), ...progress];
    await commitBatch(schema, batch, changes, refuse);
  } catch (error) {
    if (found.length === 0) found = linesRefused(error, read, schema, work);
    if (found.length === 0 || !(error instanceof AppError)) throw error;
  }
  return found;
}

/** The lines whose links the plan of a batch refuses: the paths of its issues begin with the index of a line. */
function linesRefused(error: unknown, { good }: ReadLines, { fields }: Schema, work: ImportItem): BadLine[] {
  if (!(error instanceof AppError)) return [];
  return ((error.data?.["issues"] ?? []) as Issue[]).flatMap(({ path, message }) => {
    const i = good.findIndex((_, i) => path.startsWith(pathOf([i])));
    const field = fields.find(({ id }) => path.startsWith(pathOf([i, "fields", id])));
    const line = good[i]?.line;
    return line && field ? [issueOf(line, field, work, message)] : [];
  });
}

function issueOf({ line }: Line, { id, name }: Field, { columns }: ImportItem, message: string): BadLine {
  const column = columns.findIndex((each) => each?.fieldId === id) + 1;
  return { line, ...(column > 0 && { column }), name, message };
}
