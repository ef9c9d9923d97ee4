/* The lines of a piece of CSV, each with where it ends: so reading can go on there, whatever happened in between. */
import { isUtf8 } from "node:buffer";
import { parse } from "csv-parse/sync";
import type { Delimiter } from "#lib/schemas/tables/csv";

/** One record of the file; with line breaks in quotes it is several lines of it. */
export interface Line {
  cells: string[];
  /** Where it begins, from 1. */
  line: number;
  /** Behind it, in bytes from the start of the piece, and the number of the line there. */
  end: number;
  next: number;
  /** Why it is none. */
  problem?: string;
}

interface Piece {
  /** In UTF-8, or meant to be. */
  bytes: Buffer;
  delimiter: Delimiter;
  /** The number of its first line. */
  line: number;
  /** Nothing comes after it. */
  isLast: boolean;
}

const quote = 0x22;

/** Whole lines without blank ones; none where the piece ends before its first. `line` and `end` are where it goes on. */
export function linesOf({ bytes, delimiter, line: first, isLast }: Piece): {
  lines: Line[];
  line: number;
  end: number;
} {
  const lines: Line[] = [];
  let line = first;
  let start = 0;
  /** False: it is no record. */
  const add = (cells: string[], end: number): boolean => {
    // what ends with the piece may go on behind it
    if (end >= bytes.length && !isLast) return true;
    const written = bytes.subarray(start, end);
    if (isGlued(cells, written, delimiter)) return false;
    const found = { cells, line, end, next: line + breaksIn(written) };
    if (!isUtf8(written)) lines.push({ ...found, problem: "is not UTF-8: say which encoding it is" });
    else if (cells.length > 1 || cells[0] !== "" || written.includes(quote)) lines.push(found);
    line = found.next;
    start = end;
    return true;
  };
  for (;;) {
    const from = start;
    const outcome = parsed(bytes.subarray(from), delimiter, (cells, end) => add(cells, from + end));
    if (outcome === "done" || (outcome === "in quotes" && !isLast)) return { lines, line, end: start };
    // what begins with the next line may be right
    const first = { ...describeBreak(bytes, start, line), problem: "has a quote that is not closed" };
    lines.push(first);
    start = first.end;
    line = first.next;
  }
}

/** The first line of the file here, whatever it holds. */
export const describeBreak = (bytes: Buffer, start: number, line: number): Line => ({
  cells: [],
  line,
  end: endOfLine(bytes, start),
  next: line + 1,
});

class Stop extends Error {}

/** How it ended; it stops where `add` says no. */
function parsed(
  bytes: Buffer,
  delimiter: Delimiter,
  add: (cells: string[], end: number) => boolean,
): "done" | "in quotes" | "stopped" {
  try {
    parse(bytes, {
      ...writtenWith(delimiter),
      // 5" in a cell is what people write
      relax_quotes: true,
      on_record: (cells: string[], { bytes: end }) => {
        if (!add(cells, end)) throw new Stop();
        return null;
      },
    });
    return "done";
  } catch (error) {
    if (error instanceof Stop) return "stopped";
    if (codeOf(error) === "CSV_QUOTE_NOT_CLOSED") return "in quotes";
    throw error;
  }
}

/** A quote that nobody closed ends at one of a later line, behind which something follows: the lines between are no cell. */
function isGlued(cells: string[], written: Buffer, delimiter: Delimiter): boolean {
  if (!cells.some((text) => text.startsWith('"') && /[\r\n]/.test(text))) return false;
  try {
    parse(written, writtenWith(delimiter));
    return false;
  } catch (error) {
    return codeOf(error) === "CSV_INVALID_CLOSING_QUOTE";
  }
}

const writtenWith = (delimiter: Delimiter) => ({
  delimiter,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
});

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

const breaksIn = (bytes: Buffer): number => bytes.toString("latin1").match(/\r\n|\n|\r/g)?.length ?? 0;

function endOfLine(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === 0x0a) return at + 1;
    if (bytes[at] === 0x0d) return bytes[at + 1] === 0x0a ? at + 2 : at + 1;
  }
  return bytes.length;
}
