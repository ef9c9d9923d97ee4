/*
 * Rows from a file or from the standard input: CSV, one JSON value a line (NDJSON), or a JSON array.
 *
 *   {"Task": "Write"}                              a row
 *   {"id": "rec…", "fields": {"Task": "Write"}}    a record, as `records list` prints it
 *   rec…                                           an id alone, for commands that need no cells
 */
import { createReadStream } from "node:fs";
import process from "node:process";
import { addAbortSignal, type Readable } from "node:stream";
import { csvLines } from "./csv.ts";
import { CommandError, wrongUsage } from "./failure.ts";
import { didYouMean } from "./nearest.ts";

export interface SourceRow {
  /** Where it stands: `rows.csv line 7`. */
  place: string;
  id?: string;
  fields: { [field: string]: unknown };
}

export interface RowSource {
  /** A file; `-` or undefined is the standard input. */
  file: string | undefined;
  /** `csv` or `ndjson`; undefined: by the file's name, else by its first character. */
  format: string | undefined;
  /** The names of the table's fields, for CSV: which column holds ids, and which is unknown. */
  fieldNames: () => Promise<readonly string[]>;
  signal: AbortSignal;
}

export interface SourceRows {
  rows: AsyncGenerator<SourceRow>;
  /** Texts of CSV are read as people write them. */
  isCsv: boolean;
}

/** The column of CSV that holds the ids of records: `id`, unless a field is called so. */
export const idColumnOf = (fieldNames: readonly string[]): string =>
  ["id", "record id"].find((name) => !fieldNames.includes(name)) ?? "gridless record id";

export async function openSource({ file = "-", format, fieldNames, signal }: RowSource): Promise<SourceRows> {
  if (file === "-" && process.stdin.isTTY)
    throw wrongUsage(
      "no rows: name a file, or send them to the standard input",
      "gridless <command> --help shows how",
    );
  const isInterrupted = () => new CommandError("interrupted", "interrupted. Nothing is done");
  // a stream that is ended before anything listens to it ends the whole program
  if (signal.aborted) throw isInterrupted();
  const name = file === "-" ? "standard input" : file;
  const stream: Readable = file === "-" ? process.stdin : createReadStream(file);
  addAbortSignal(signal, stream);
  const texts = decoded(stream, name);
  const first = await firstText(texts).catch((error: unknown) => {
    throw signal.aborted ? isInterrupted() : error;
  });
  const beginning = first.trimStart().charAt(0);
  const isCsv = format
    ? format === "csv"
    : /\.csv$/i.test(file) ||
      (!/\.(ndjson|jsonl|json)$/i.test(file) && !/^([{[]|rec[0-9A-Za-z]{16}(\s|$))/.test(first.trimStart()));
  const pieces = joined(first, texts);
  if (isCsv) return { isCsv, rows: csvRows(pieces, name, fieldNames) };
  return { isCsv, rows: beginning === "[" ? arrayRows(pieces, name) : lineRows(pieces, name) };
}

/** UTF-8, without a byte order mark. */
async function* decoded(stream: Readable, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new CommandError("failed", `${name}: this is not UTF-8`, {
        hints: ["gridless import reads other encodings"],
      });
    }
  };
  for await (const bytes of stream) {
    const text = decode(bytes);
    if (text) yield text;
  }
  const rest = decode();
  if (rest) yield rest;
}

/** The text until something that is not blank. */
async function firstText(texts: AsyncGenerator<string>): Promise<string> {
  let text = "";
  while (text.trim().length < 20) {
    const { value, done } = await texts.next();
    if (done) break;
    text += value;
  }
  return text;
}

async function* joined(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first) yield first;
  yield* rest;
}

async function* csvRows(
  pieces: AsyncIterable<string>,
  name: string,
  fieldNames: () => Promise<readonly string[]>,
): AsyncGenerator<SourceRow> {
  let columns: string[] | undefined;
  let idColumn = "";
  for await (const { line, cells } of csvLines(pieces, name)) {
    const place = `${name} line ${line}`;
    if (!columns) {
      columns = cells.map((cell) => cell.trim());
      const known = await fieldNames();
      idColumn = idColumnOf(known);
      checkColumns(columns, [...known, idColumn], place);
      continue;
    }
    if (cells.length > columns.length)
      throw new CommandError(
        "failed",
        `${place}: ${cells.length} cells, but the first line names ${columns.length} columns`,
        {
          hints: ["A cell with a comma needs quotes"],
        },
      );
    const row: SourceRow = { place, fields: {} };
    for (const [i, column] of columns.entries()) {
      const text = cells[i] ?? "";
      if (column !== idColumn) row.fields[column] = text === "" ? null : text;
      else if (text !== "") row.id = text;
    }
    yield row;
  }
}

function checkColumns(columns: readonly string[], known: readonly string[], place: string): void {
  const twice = columns.find((column, i) => columns.indexOf(column) !== i);
  if (twice !== undefined)
    throw new CommandError("failed", `${place}: the column ${JSON.stringify(twice)} is there twice`);
  const unknown = columns.find((column) => !known.includes(column) && !/^fld[0-9A-Za-z]{16}$/.test(column));
  if (unknown !== undefined)
    throw new CommandError(
      "failed",
      `${place}: the table has no field ${JSON.stringify(unknown)}.${didYouMean(unknown, known)}`,
      {
        hints: [
          `Its fields: ${known
            .slice(0, -1)
            .map((each) => JSON.stringify(each))
            .join(", ")}`,
        ],
      },
    );
}

async function* lineRows(pieces: AsyncIterable<string>, name: string): AsyncGenerator<SourceRow> {
  let line = 0;
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      line++;
      if (text.trim()) yield rowOf(readLine(text, `${name} line ${line}`), `${name} line ${line}`);
    }
  }
  if (rest.trim()) yield rowOf(readLine(rest, `${name} line ${line + 1}`), `${name} line ${line + 1}`);
}

async function* arrayRows(pieces: AsyncIterable<string>, name: string): AsyncGenerator<SourceRow> {
  let text = "";
  for await (const piece of pieces) text += piece;
  const rows: unknown = readJson(text, name);
  if (!Array.isArray(rows)) throw new CommandError("failed", `${name}: this is not an array of rows`);
  for (const [i, row] of rows.entries()) yield rowOf(row, `${name} element ${i}`);
}

const isRecordId = (text: string) => /^rec[0-9A-Za-z]{16}$/.test(text);

/** JSON, or an id alone. */
const readLine = (text: string, place: string): unknown =>
  isRecordId(text.trim()) ? text.trim() : readJson(text, place);

function readJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError("failed", `${place}: this is not JSON: ${said}`, { cause });
  }
}

function rowOf(value: unknown, place: string): SourceRow {
  if (typeof value === "string" && isRecordId(value)) return { place, id: value, fields: {} };
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new CommandError("failed", `${place}: this is not an object with the cells of a row`);
  const members: { [member: string]: unknown } = { ...value };
  const { id, fields } = members;
  if (typeof fields === "object" && fields !== null && !Array.isArray(fields))
    return { place, ...(typeof id === "string" && { id }), fields: { ...fields } };
  if (typeof id !== "string" || !isRecordId(id)) return { place, fields: members };
  const { id: _, ...cells } = members;
  return { place, id, fields: cells };
}
