/*
 * The error that every layer throws: it has a code, and the table below gives its HTTP status. Any other error is a bug; the
 * response is then 500 without details.
 */
import { limits } from "./limits.ts";

export const statusOf = {
  permanent_redirect: 308,
  validation_error: 400,
  invalid_credentials: 400,
  unauthorized: 401,
  unauthorized_share: 401,
  restricted_resource: 403,
  not_found: 404,
  view_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  moved: 410,
  precondition_failed: 412,
  too_many_matched: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  misdirected_request: 421,
  unprocessable_entity: 422,
  too_many_requests: 429,
  internal_server_error: 500,
  database_connection_unavailable: 503,
  writes_stopped: 503,
  moving: 503,
  gateway_timeout: 504,
} as const;
export type ErrorCode = keyof typeof statusOf;

/** One error in a request. `path` is written as in JavaScript: `records[3].fields.fldX`. */
export interface Issue {
  path: string;
  message: string;
}

interface Details {
  data?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown> | undefined;
  /** Response headers for this error, for example Allow or Retry-After. */
  readonly headers: Record<string, string> | undefined;

  constructor(code: ErrorCode, message: string, { data, headers, cause }: Details = {}) {
    super(message, { cause });
    this.name = "AppError";
    this.code = code;
    this.data = data;
    this.headers = headers;
  }

  get status(): number {
    return statusOf[this.code];
  }
}

/** A 400 that lists the first `limits.issuesListed` issues and their total. */
export function invalid(issues: Issue[], data: Record<string, unknown> = {}): AppError {
  return listIssues("validation_error", "Validation error", issues, data);
}

/** A 404 for unknown ids or field keys in a body; lists issues as `invalid` does. */
export function unknownInside(issues: Issue[]): AppError {
  return listIssues("not_found", "Not found", issues);
}

function listIssues(code: ErrorCode, title: string, issues: Issue[], data: Record<string, unknown> = {}) {
  const listed = issues.slice(0, limits.issuesListed);
  const rest = issues.length > listed.length ? `; and ${issues.length - listed.length} more` : "";
  const text = listed.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; ");
  return new AppError(code, `${title}: ${text}${rest}`, {
    data: { issues: listed, total: issues.length, ...data },
  });
}

/** The length of most ids. File tokens and trash ids are longer. */
const idLength = 19;

/**
 * A 404: the thing does not exist or the caller has no access to it; the response is the same for both. The message does not
 * repeat a longer id, which could be a token sent by mistake.
 */
export function notFound(kind: string, id: string): AppError {
  const words = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const named = id.length <= idLength ? `${words} ${id}` : `${words} with this id`;
  return new AppError(
    kind === "view" ? "view_not_found" : "not_found",
    `There is no ${named}, or you have no access to it`,
  );
}

/** A 429 for too many `what` (a plural), with `retry-after` in seconds. `limit` says how many there may be. */
export const tooMany = (what: string, seconds: number, limit: string): AppError =>
  new AppError("too_many_requests", `Too many ${what}: the limit is ${limit}; try again in ${seconds} s`, {
    headers: { "retry-after": String(seconds) },
  });

/** A 401. `challenge` names what to send: `Bearer` or `Cookie` (WWW-Authenticate). */
export const unauthorized = (message: string, challenge: string): AppError =>
  new AppError("unauthorized", message, { headers: { "www-authenticate": challenge } });

/** The issue for a change of a field that an update cannot make, because cells have to change with it. */
export const needsConversion = (path: string, what: string): Issue => ({
  path,
  message: `${what} changes cells: use PUT /table/{tableId}/field/{fieldId}/convert`,
});

/** `["records", 3, "fields", "My field"]` → `records[3].fields["My field"]` */
export function pathOf(keys: readonly PropertyKey[]): string {
  let path = "";
  for (const key of keys) {
    const name = shortened(String(key));
    if (typeof key === "number") path += `[${key}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(name)) path += path ? `.${name}` : name;
    else path += `[${JSON.stringify(name)}]`;
  }
  return path;
}

/** A valid key is never longer than a name, and the size of a response must not depend on invalid input. */
const shortened = (key: string): string =>
  key.length > 2 * limits.nameLength ? `${key.slice(0, 2 * limits.nameLength).toWellFormed()}…` : key;
