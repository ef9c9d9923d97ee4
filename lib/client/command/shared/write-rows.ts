/*
 * Sends rows in requests of up to 1,000. Each request has a key that follows from that of the command and from its place, so the same
 * command with the same rows and the same key goes on where it ended, within a day.
 */
import { GridlessError } from "../../errors.ts";
import { newKey } from "../../requests.ts";
import type { RunningCommand, TypedArguments } from "./definition.ts";
import { CommandError, commandFailureOf, wrongUsage } from "./failure.ts";
import { counted } from "./output.ts";
import type { SourceRow } from "./rows-in.ts";

export const writeOptions = {
  key: {
    value: "<key>",
    does: "goes on where the same command with this key ended, within a day; 1 to 200 visible ASCII characters",
  },
  size: {
    value: "<rows>",
    does: "rows in one request: 1 to 1000 (default). A command that goes on needs the same",
  },
} as const;

export interface RowWriting {
  rows: AsyncIterable<SourceRow>;
  typed: TypedArguments<"key" | "size">;
  running: RunningCommand;
  /** Sends some rows, with a key. */
  send: (rows: readonly SourceRow[], key: string) => Promise<void>;
}

const mostRows = 1000;

/** Gives how many rows are done. */
export async function writeRows({ rows, typed, running, send }: RowWriting): Promise<number> {
  const { output, signal } = running;
  const size = readSize(typed.text("size"));
  const key = typed.text("key") ?? newKey();
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw wrongUsage("--key must have 1 to 200 visible ASCII characters");
  let done = 0;
  let taken: SourceRow[] = [];
  let requests = 0;
  const begun = performance.now();
  const flush = async () => {
    await send(taken, `${key}-${requests++}`);
    done += taken.length;
    taken = [];
    const seconds = (performance.now() - begun) / 1000;
    output.progress(
      `${counted(done)} rows are done, ${counted(Math.round(done / Math.max(seconds, 0.001)))} a second`,
    );
  };
  try {
    for await (const row of rows) {
      if (signal.aborted) break;
      taken.push(row);
      if (taken.length === size) await flush();
    }
    signal.throwIfAborted();
    if (taken.length > 0) await flush();
    return done;
  } catch (error) {
    throw stoppedAt(error, { done, taken, key, typed, signal });
  } finally {
    output.progress("");
  }
}

function readSize(text: string | undefined): number {
  const size = Number(text ?? mostRows);
  if (Number.isInteger(size) && size >= 1 && size <= mostRows) return size;
  throw wrongUsage(`--size must be a number from 1 to ${mostRows}, not ${text}`);
}

interface Stop {
  done: number;
  taken: readonly SourceRow[];
  key: string;
  typed: TypedArguments<"key" | "size">;
  signal: AbortSignal;
}

/** The failure of the whole command: what is done, and how to go on. */
function stoppedAt(error: unknown, { done, taken, key, typed, signal }: Stop): unknown {
  const isInterrupted = signal.aborted;
  const failure = isInterrupted ? new CommandError("interrupted", "interrupted") : commandFailureOf(error);
  if (!failure) return error;
  // a refusal has done nothing; without an answer, and after a 5xx, the request may be done
  const isUnclear = error instanceof GridlessError && (error.status === 0 || error.status >= 500);
  const saidDone =
    done === 0 && !isUnclear
      ? "Nothing is done"
      : `${counted(done)} rows are done${isUnclear ? "; the next may be" : ""}`;
  const again = typed.lineWith("key", key);
  const hints = [
    ...failure.hints,
    `${saidDone}. To go on, send the same rows with the same key:`,
    `  ${again}`,
  ];
  const isPartly = done > 0 && failure.exit === "failed";
  const message = error instanceof GridlessError && !isInterrupted ? placed(error, taken) : failure.message;
  return new CommandError(isPartly ? "partlyDone" : failure.exit, message, {
    hints: done === 0 && !isUnclear && !isInterrupted ? [...failure.hints, "Nothing is done"] : hints,
    data: { ...failure.data, done, key },
    cause: error,
  });
}

const mostIssues = 10;

/** The message of the server, with places in the file: `rows.csv line 7, "Age": must be a number`. */
function placed(error: GridlessError, rows: readonly SourceRow[]): string {
  if (error.issues.length === 0) return error.message;
  const lines = error.issues.slice(0, mostIssues).map(({ path, message }) => {
    const [, index, rest = ""] = /^record(?:s|Ids)\[(\d+)](.*)$/.exec(path) ?? [];
    const row = index === undefined ? undefined : rows[Number(index)];
    if (!row) return `${path}: ${message}`;
    const field = rest.startsWith(".fields.")
      ? rest.slice(".fields.".length)
      : rest.startsWith(".fields")
        ? rest.slice(".fields".length)
        : rest;
    return `${row.place}${field && `, ${field}`}: ${message}`;
  });
  const total = Number(error.data["total"] ?? error.issues.length);
  const more = total > lines.length ? [`… and ${counted(total - lines.length)} more`] : [];
  return [...lines, ...more].join("\n  ");
}
