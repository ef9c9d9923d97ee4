/* The error of every call, whether the server refused it, no answer came, or the caller ended it. */
import type { ClientRecord } from "./rows.ts";

/** One wrong part of a request. In a call with a list, `path` counts in the whole list: `records[2003].fields.Age`. */
export interface RequestIssue {
  path: string;
  message: string;
}

/** What a call with a list has done before it ended. */
export interface DoneRows {
  /** How many rows from the beginning of the list are done. */
  rows: number;
  /** Their records, as the server answered them; empty for a deletion. */
  records: ClientRecord<object>[];
}

interface ErrorParts {
  message: string;
  code: string;
  status?: number | undefined;
  data?: { issues?: RequestIssue[]; [member: string]: unknown } | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  key?: string | undefined;
  done?: DoneRows | undefined;
  cause?: unknown;
}

export class GridlessError extends Error {
  override readonly name = "GridlessError";
  /** The status of the answer; 0 if there was none. */
  readonly status: number;
  /**
   * The `code` of the answer, for example `validation_error`. Of this client: `connection_lost`, `timed_out`, `aborted` (by the caller's
   * signal), `not_json`, `undo_failed`, `job_failed`, `stopped` (the rows of a list could not be read).
   */
  readonly code: string;
  /** What is wrong in the request, part by part: the first hundred. */
  readonly issues: readonly RequestIssue[];
  /** What else the answer says. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The `x-request-id` of the answer. The log of the server has it too. */
  readonly requestId: string | undefined;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter: number | undefined;
  /** Of a call with a list: send the same list with this key, and it goes on where it ended. */
  readonly key: string | undefined;
  /** Of a call with a list: what is done. The piece that failed may be done too, if no answer came; the same key finds out. */
  readonly done: DoneRows | undefined;

  constructor({ message, code, status = 0, data = {}, cause, ...more }: ErrorParts) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.data = data;
    this.issues = data.issues ?? [];
    this.requestId = more.requestId;
    this.retryAfter = more.retryAfter;
    this.key = more.key;
    this.done = more.done;
  }
}

/** The error of a call with a list, from that of one of its pieces: paths count in the list. */
export function endedEarly(error: unknown, key: string, done: DoneRows): GridlessError {
  const said = done.rows > 0 ? ` (${done.rows} rows before are done)` : "";
  if (!(error instanceof GridlessError)) {
    const message = `${error instanceof Error ? error.message : String(error)}${said}`;
    return new GridlessError({ message, code: "stopped", key, done, cause: error });
  }
  const shift = (text: string, before: string) =>
    text.replace(
      new RegExp(`${before}(records|recordIds)\\[(\\d+)]`, "g"),
      (_, start: string, list: string, index: string) => `${start}${list}[${Number(index) + done.rows}]`,
    );
  const issues = error.issues.map((issue) => ({ ...issue, path: shift(issue.path, "(^)") }));
  return new GridlessError({
    ...error,
    message: shift(error.message, "(^|[:;] )") + said,
    data: error.issues.length > 0 ? { ...error.data, issues } : error.data,
    key,
    done,
    cause: error.cause,
  });
}
