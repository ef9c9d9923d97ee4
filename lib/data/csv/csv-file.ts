/*
 * A CSV file that lies with the attachments, or came with a request, read a piece at a time: in memory is never more than one.
 *
 *   first piece ──▶ encoding, delimiter, names ──▶ lines, and where each ends ──▶ piece after piece from any such place on
 */
import { delimiterOf } from "#lib/engine/csv/delimiter";
import { decodeText, encodingOf } from "#lib/engine/csv/encoding";
import { describeBreak, type Line, linesOf } from "#lib/engine/csv/lines";
import { type Issue, invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { Csv, Delimiter, Encoding } from "#lib/schemas/tables/csv";

/** Bytes from an offset on: fewer where the file ends. */
export type Read = (count: number, from: number) => Promise<Buffer>;

export interface Written {
  encoding: Encoding;
  delimiter: Delimiter;
}

/** In bytes, and the number of the line there. */
export interface Place {
  at: number;
  line: number;
}

export interface Piece extends Place {
  /** `end` is counted from the start of the file. */
  lines: Line[];
  isLast: boolean;
}

const pieceBytes = 512 * 1024;

/** The lines from a place on; at least one, unless there are none any more. */
export async function readLines(
  read: Read,
  { encoding, delimiter }: Written,
  { at, line }: Place,
): Promise<Piece> {
  for (let count = pieceBytes; ; count = Math.min(4 * count, limits.csvLineBytes)) {
    const bytes = await read(count, at);
    const isLast = bytes.length < count;
    const { utf8, bytesOf } = decodeText(bytes, encoding);
    const found = linesOf({ bytes: utf8, delimiter, line, isLast });
    const isTooLong = found.end === 0 && !isLast && count >= limits.csvLineBytes;
    if (found.end === 0 && !isLast && !isTooLong) continue;
    const { lines, line: next, end } = isTooLong ? tooLong(utf8, line) : found;
    let before = { utf8: 0, at };
    const placeOf = (end: number) => {
      before = { utf8: end, at: before.at + bytesOf(utf8.subarray(before.utf8, end)) };
      return before.at;
    };
    const placed = lines.map((each) => ({ ...each, end: placeOf(each.end) }));
    return { lines: placed, at: isLast ? at + bytes.length : placeOf(end), line: next, isLast };
  }
}

/** What has no end in sight is left out up to its first line break. */
function tooLong(utf8: Buffer, line: number) {
  const first = describeBreak(utf8, 0, line);
  const problem = `has more than ${limits.csvLineBytes} bytes: is a quote not closed?`;
  return { lines: [{ ...first, problem }], line: first.next, end: first.end };
}

export interface Opened extends Written {
  /** Where its records begin. */
  start: Place;
  header: string[];
  /** How many columns it has. */
  columns: number;
  /** The first of its records. */
  first: Piece;
}

/** Throws what makes it no CSV. */
export async function open(read: Read, csv: Pick<Csv, "delimiter" | "encoding" | "header">): Promise<Opened> {
  const bytes = await read(pieceBytes, 0);
  const isWhole = bytes.length < pieceBytes;
  refuseOthers(bytes);
  const { encoding, mark } = encodingOf(bytes, isWhole, csv.encoding);
  const { utf8, bytesOf } = decodeText(bytes.subarray(mark), encoding);
  if (encoding !== "utf-16le" && encoding !== "utf-16be" && utf8.includes(0)) refuse("is no text");
  // what spreadsheets write for one another
  const [said = "", named] = /^sep=(.)(\r\n|\n|\r)/.exec(utf8.subarray(0, 10).toString()) ?? [];
  const content = utf8.subarray(said.length);
  const delimiter = csv.delimiter ?? delimiterSaid(named) ?? delimiterOf(content, isWhole);
  const place = { at: mark + bytesOf(utf8.subarray(0, said.length)), line: said ? 2 : 1 };

  const piece = await readLines(read, { encoding, delimiter }, place);
  const [top] = piece.lines;
  if (!top) refuse("has no lines");
  const head = csv.header ? top : undefined;
  if (head?.problem) refuse(`has no header: line ${head.line} ${head.problem}`);
  const header = head?.cells ?? [];
  const lines = head ? piece.lines.slice(1) : piece.lines;
  const columns = widthOf(header, lines);
  if (columns > limits.fieldsPerTable)
    refuse(`has ${columns} columns, the limit is ${limits.fieldsPerTable}`);
  const start = head ? { at: head.end, line: head.next } : place;
  return { encoding, delimiter, start, header, columns, first: { ...piece, lines } };
}

const delimiterSaid = (text: string | undefined): Delimiter | undefined =>
  [",", ";", "\t", "|"].find((each) => each === text) as Delimiter | undefined;

/** Names that stand over nothing, as spreadsheets leave them at the end, are none. */
function widthOf(header: string[], lines: Line[]): number {
  const widthIn = (cells: string[]) => cells.findLastIndex((text) => text.trim() !== "") + 1;
  const widest = lines.reduce((most, { cells }) => Math.max(most, widthIn(cells)), 0);
  return header.length > 0 ? Math.max(widthIn(header), Math.min(header.length, widest)) : Math.max(1, widest);
}

function refuseOthers(bytes: Buffer): void {
  const start = bytes.toString("latin1", 0, 4);
  if (start === "PK\x03\x04" || start === "\xd0\xcf\x11\xe0")
    refuse("is a spreadsheet or an archive: save it as CSV, and send that");
}

function refuse(what: string): never {
  const issue: Issue = { path: "", message: `the file ${what}` };
  throw invalid([issue]);
}
