/*
 * What `npm start` prints. For a person, a line for each request:
 *
 *   12:01:02  200  GET    /base/bse…/table  3.1 ms  <request id>
 *
 * With LOG=json everything is one JSON object a line, for a program that gathers logs. The line of a request has the members of a function's
 * line on AWS (lib/http/log.ts), with method and route; like that one it has ids and numbers, and nothing that was sent or stored.
 */
import { format } from "node:util";
import { say } from "#lib/local/process/terminal";
import { AppError } from "#lib/schemas/basics/error";
import { shown } from "#lib/schemas/basics/log-error";
import type { Answered } from "./gateway.ts";
import { takeEntries } from "./log-entry.ts";

/** Prints the line of a request for a person, and its error. */
export function printRequest({ method, path, status, milliseconds, requestId, error }: Answered): void {
  const time = new Date().toLocaleTimeString("en-GB");
  say(`${time}  ${status}  ${method.padEnd(6)} ${path}  ${milliseconds.toFixed(1)} ms  ${requestId}`);
  if (error) console.error(`request ${requestId}:`, error);
}

type Level = "INFO" | "WARN" | "ERROR";

/** From now on, each call of the console is one line of JSON, and so is each warning of Node. */
export function printJson(): void {
  const printAs =
    (level: Level) =>
    (...said: unknown[]) =>
      printLine(level, membersOf(said));
  for (const method of ["log", "info", "debug"] as const) console[method] = printAs("INFO");
  console.warn = printAs("WARN");
  console.error = printAs("ERROR");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => printLine("WARN", { message: warning.message, error: shown(warning) }));
  takeEntries();
}

/** Prints the line of a request. */
export function printRequestAsJson(answered: Answered): void {
  const { method, status, milliseconds, requestId, routeKey, operation, entry, cost } = answered;
  const error = answered.error ?? entry?.error;
  const isServerError = status >= 500;
  printLine(isServerError ? "ERROR" : "INFO", {
    requestId,
    operation,
    userId: entry?.userId,
    method,
    route: routeKey,
    status,
    code: error instanceof AppError ? error.code : undefined,
    milliseconds: Math.round(milliseconds * 10) / 10,
    storeRequests: cost?.requests,
    ...(isServerError && error !== undefined && { error: shown(error) }),
  });
}

/** An object of plain values is a line as it stands; an error is shown without what it quotes; all else is text. */
function membersOf(said: unknown[]): object {
  const [first] = said;
  if (said.length === 1 && isLine(first)) return first;
  const error = said.find((each) => each instanceof Error);
  const message = format(...said.filter((each) => each !== error)).trim();
  return { ...(message && { message }), ...(error && { error: shown(error) }) };
}

function isLine(value: unknown): value is object {
  if (typeof value !== "object" || value === null || value instanceof Error || Array.isArray(value))
    return false;
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    // it holds itself, or a big integer
    return false;
  }
}

function printLine(level: Level, members: object): void {
  process.stdout.write(`${JSON.stringify({ timestamp: new Date().toISOString(), level, ...members })}\n`);
}
