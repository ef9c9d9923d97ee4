/*
 * Reads a CSV file, from the attachments or from a request, piece by piece: memory never holds more than one piece.
 *
 *   first piece ──▶ encoding, delimiter, header ──▶ lines, with the offset after each ──▶ more pieces, from any such offset
 */
import { guessDelimiter } from "#lib/engine/csv/delimiter";
import { decodeText, encodingOf } from "#lib/engine/csv/encoding";
import { describeBreak, type Line, linesOf } from "#lib/engine/csv/lines";
import { type Issue, invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { Csv, Delimiter, Encoding } from "#lib/schemas/tables/csv";

/** Reads `count` bytes from an offset; fewer at the end of the file. */
export type Read = (count: number, from: number) => Promise<Buffer>;

export interface CsvFormat {
  encoding: Encoding;
  delimiter: Delimiter;
}

/** The start of a line in a file. */
export interface LinePosition {
  /** Offset in bytes. */
  at: number;
  /** Number of the line, from 1. */
  line: number;
}

/** Some lines of a file, and the position after them. */
export interface Piece extends LinePosition {
  /** `end` is the offset in the file, in bytes. */
  lines: Line[];
  isLast: boolean;
}

/** Bytes that are read at once. */
export const pieceBytes = 512 * 1024;

/** Reads lines from a position; at least one, unless the end of the file is reached. */
export async function readLines(
  read: Read,
  { encoding, delimiter }: CsvFormat,
  { at, line }: LinePosition,
): Promise<Piece> {
  for (let count = pieceBytes; ; count = Math.min(4 * count, limits.csvLineBytes)) {
    const bytes = await read(count, at);
    const isLast = bytes.length < count;
    const { utf8, bytesOf } = decodeText(bytes, encoding);
    const parsed = linesOf({ bytes: utf8, delimiter, line, isLast });
    const isTooLong = parsed.end === 0 && !isLast && count >= limits.csvLineBytes;
    if (parsed.end === 0 && !isLast && !isTooLong) continue;
    const { lines, line: next, end } = isTooLong ? skipLongLine(utf8, line) : parsed;
    let before = { utf8: 0, at };
    // from offsets in the UTF-8 text to offsets in the file
    const toFileOffset = (end: number) => {
      before = { utf8: end, at: before.at + bytesOf(utf8.subarray(before.utf8, end)) };
      return before.at;
    };
    const linesInFile = lines.map((each) => ({ ...each, end: toFileOffset(each.end) }));
    return { lines: linesInFile, at: isLast ? at + bytes.length : toFileOffset(end), line: next, isLast };
  }
}

/** A line without an end is skipped up to its first line break. */
function skipLongLine(utf8: Buffer, line: number) {
  const first = describeBreak(utf8, 0, line);
  const problem = `has more than ${limits.csvLineBytes} bytes; a closing quote may be missing`;
  return { lines: [{ ...first, problem }], line: first.next, end: first.end };
}

/** How a file is read: CSV, or rows of a sheet (sheet-file.ts). */
export type FileFormat = CsvFormat | { sheet: string };

/** The delimiter of a CSV file. */
export const delimiterOf = ({ format }: Pick<Opened, "format">): Delimiter | undefined =>
  "delimiter" in format ? format.delimiter : undefined;

/** An opened file. */
export interface Opened {
  /** A message for people, if the encoding was guessed. */
  hint?: string | undefined;
  format: FileFormat;
  /** The position after the header. */
  start: LinePosition;
  /** Empty for a file without a header. */
  header: string[];
  /** The number of columns. */
  columns: number;
  /** The first lines after the header. */
  first: Piece;
}

/** Opens a file and detects what the request does not say. `first` is its first piece, if it was read already. Throws 400 if it is not a CSV file. */
export async function open(
  read: Read,
  csv: Pick<Csv, "delimiter" | "encoding" | "header" | "sheet">,
  first?: Buffer,
): Promise<Opened> {
  const bytes = first ?? (await read(pieceBytes, 0));
  const isWhole = bytes.length < pieceBytes;
  if (csv.sheet !== undefined)
    throw invalid([{ path: "sheet", message: "must be left out: the file is CSV, which has no sheets" }]);
  const { encoding, mark, hint } = encodingOf(bytes, isWhole, csv.encoding);
  const { utf8, bytesOf } = decodeText(bytes.subarray(mark), encoding);
  if (utf8.includes(0)) refuse("is not text");
  // a first line "sep=;", as spreadsheets write it
  const [separatorLine = "", separator] = /^sep=(.)(\r\n|\n|\r)/.exec(utf8.subarray(0, 10).toString()) ?? [];
  const content = utf8.subarray(separatorLine.length);
  const delimiter = csv.delimiter ?? knownDelimiter(separator) ?? guessDelimiter(content, isWhole);
  const contentStart = {
    at: mark + bytesOf(utf8.subarray(0, separatorLine.length)),
    line: separatorLine ? 2 : 1,
  };

  const piece = await readLines(read, { encoding, delimiter }, contentStart);
  const [firstLine] = piece.lines;
  if (!firstLine) refuse("has no lines");
  const head = csv.header ? firstLine : undefined;
  if (head?.problem) refuse(`has an invalid header: line ${head.line} ${head.problem}`);
  const header = head?.cells ?? [];
  const lines = head ? piece.lines.slice(1) : piece.lines;
  const columns = widthOf(header, lines);
  if (columns > limits.fieldsPerTable)
    refuse(`has ${columns} columns, the limit is ${limits.fieldsPerTable}`);
  const start = head ? { at: head.end, line: head.next } : contentStart;
  return { format: { encoding, delimiter }, hint, start, header, columns, first: { ...piece, lines } };
}

const knownDelimiter = (text: string | undefined): Delimiter | undefined =>
  [",", ";", "\t", "|"].find((each) => each === text) as Delimiter | undefined;

/**
 * The number of columns: as many as the header or a line has, but those past the header at most up to the limit. Empty columns at the end, as
 * spreadsheets write them, do not count.
 */
export function widthOf(header: string[], lines: Line[]): number {
  const widthIn = (cells: string[]) => cells.findLastIndex((text) => text.trim() !== "") + 1;
  const widest = lines.reduce((most, { cells }) => Math.max(most, widthIn(cells)), 0);
  if (header.length === 0) return Math.max(1, widest);
  return Math.max(widthIn(header), Math.min(widest, Math.max(header.length, limits.fieldsPerTable)));
}

function refuse(what: string): never {
  const issue: Issue = { path: "", message: `the file ${what}` };
  throw invalid([issue]);
}
