/* Splits a piece of CSV into lines. Each line has its end, so that reading can continue there later. */
import { isUtf8 } from "node:buffer";
import { parse } from "csv-parse/sync";
import type { Delimiter } from "#lib/schemas/tables/csv";

/** One record of the file. With line breaks in quotes it covers several lines of the file. */
export interface Line {
  cells: string[];
  /** The line of the file where it begins, from 1. */
  line: number;
  /** Its end, in bytes from the start of the piece, and the number of the line that begins there. */
  end: number;
  next: number;
  /** Why the line cannot be read. */
  problem?: string;
  /** For a row of a sheet: one letter for each cell (`CellKind`), "-" for an empty one. */
  kinds?: string;
  /** For a row of a sheet: errors of cells, with the column counted from 1. */
  problems?: { column: number; message: string }[];
}

interface Piece {
  /** Expected to be UTF-8; may be invalid. */
  bytes: Buffer;
  delimiter: Delimiter;
  /** The number of its first line. */
  line: number;
  /** Whether this piece is the last one of the file. */
  isLast: boolean;
}

const quote = 0x22;

/** The complete lines of the piece without blank ones. The next piece begins at line `line` and byte `end`. */
export function linesOf({ bytes, delimiter, line: first, isLast }: Piece): {
  lines: Line[];
  line: number;
  end: number;
} {
  const lines: Line[] = [];
  let line = first;
  let start = 0;
  /** Returns false if this is not a record. */
  const add = (cells: string[], end: number): boolean => {
    // a line that ends with the piece may continue in the next one
    if (end >= bytes.length && !isLast) return true;
    const written = bytes.subarray(start, end);
    if (isGlued(cells, written, delimiter)) return false;
    const found = { cells, line, end, next: line + breaksIn(written) };
    if (!isUtf8(written)) lines.push({ ...found, problem: "is not UTF-8: send the encoding" });
    else if (cells.length > 1 || cells[0] !== "" || written.includes(quote)) lines.push(found);
    line = found.next;
    start = end;
    return true;
  };
  for (;;) {
    const from = start;
    const outcome = parsed(bytes.subarray(from), delimiter, (cells, end) => add(cells, from + end));
    if (outcome === "done" || (outcome === "in quotes" && !isLast)) return { lines, line, end: start };
    // the next line may be valid again
    const first = { ...describeBreak(bytes, start, line), problem: "has a quote that is not closed" };
    lines.push(first);
    start = first.end;
    line = first.next;
  }
}

/** The line of the file that begins at `start`, without its cells. */
export const describeBreak = (bytes: Buffer, start: number, line: number): Line => ({
  cells: [],
  line,
  end: endOfLine(bytes, start),
  next: line + 1,
});

class Stop extends Error {}

/** Parses and calls `add` for each record; "stopped" if `add` returned false, "in quotes" if a quote is not closed. */
function parsed(
  bytes: Buffer,
  delimiter: Delimiter,
  add: (cells: string[], end: number) => boolean,
): "done" | "in quotes" | "stopped" {
  try {
    parse(bytes, {
      ...writtenWith(delimiter),
      // people write 5" in a cell
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

/** Whether an unclosed quote joined several lines: it then ends at a quote of a later line, with more text after that quote. */
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
