/* How a command fails: one line that says what is wrong, lines that say what to do, and an exit code. */
import { GridlessError } from "../../errors.ts";

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  notFound: 4,
  unreachable: 5,
  partlyDone: 6,
  interrupted: 130,
} as const;

/** What each exit code means, for the help and the guide. */
export const exitMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: "done",
  failed: "the server refused it, or the work failed",
  usage: "the arguments are wrong; nothing was sent",
  notSignedIn: "no token, or the server does not take it",
  notFound: "there is no such base, table, view, field or record, or the token does not reach it",
  unreachable: "the server did not answer",
  partlyDone: "a part is done; the message says which, and how to go on",
  interrupted: "interrupted by Ctrl-C; the message says what is done, and how to go on",
};

type Exit = keyof typeof exitCodes;

interface FailureParts {
  /** What to do, a line each. */
  hints?: readonly string[];
  /** What `--json` shows beside the message. */
  data?: object;
  cause?: unknown;
}

export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exit: Exit;
  readonly hints: readonly string[];
  readonly data: object;

  constructor(exit: Exit, message: string, { hints = [], data = {}, cause }: FailureParts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.exit = exit;
    this.hints = hints;
    this.data = data;
  }
}

/** The arguments are wrong. */
export const wrongUsage = (message: string, ...hints: string[]): CommandError =>
  new CommandError("usage", message, { hints });

/** The reader of the output has closed it, and the command has nothing else to do. */
export class ClosedOutput extends Error {}

/** The failure for a person, from any error of a client; undefined for an error that is a fault of this program. */
export function commandFailureOf(error: unknown): CommandError | undefined {
  if (error instanceof CommandError) return error;
  if (error instanceof GridlessError) return ofServer(error);
  if (error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error)
    return ofSystem(error.message, error.code, "path" in error ? String(error.path) : undefined);
  return undefined;
}

function ofServer(error: GridlessError): CommandError {
  const { status, code, message, requestId, issues } = error;
  if (code === "aborted") return new CommandError("interrupted", "interrupted", { cause: error });
  const data = { status, code, ...(issues.length > 0 && { issues }), ...(requestId && { requestId }) };
  const exit = exitOf(status, code);
  return new CommandError(exit, message, { hints: hintsFor(error), data, cause: error });
}

function exitOf(status: number, code: string): Exit {
  if (status === 401) return "notSignedIn";
  if (status === 404) return "notFound";
  if (code === "aborted") return "interrupted";
  return status === 0 && /^(connection_lost|timed_out)$/.test(code) ? "unreachable" : "failed";
}

function hintsFor({ status, code, requestId, retryAfter }: GridlessError): string[] {
  if (status === 401) return ["The token has expired or was deleted. Sign in again: gridless login"];
  if (status === 403) return ["For a token that may do more: gridless login --may everything"];
  if (code === "connection_lost" || code === "timed_out")
    return [
      "Is the server running there? gridless login <address> changes the address, and so does GRIDLESS_URL",
    ];
  if (code === "not_json")
    return ["Is this the address of a Gridless server? gridless login <address> changes it"];
  if (status === 429) return [`Try again${retryAfter ? ` in ${Math.ceil(retryAfter)} s` : " later"}`];
  if (status >= 500) return requestId ? [`The log of the server has the request as ${requestId}`] : [];
  return [];
}

const systemMessages: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "this file may not be opened",
  EISDIR: "this is a folder, not a file",
  EEXIST: "this file is there already",
  ENOSPC: "the disk is full",
};

function ofSystem(message: string, code: string, path: string | undefined): CommandError {
  const said = systemMessages[code];
  return new CommandError("failed", said && path !== undefined ? `${path}: ${said}` : message);
}
