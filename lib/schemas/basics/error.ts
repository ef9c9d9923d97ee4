/*
 * The one error of the house: a code, and by the table below its HTTP status. Whatever else is thrown is a bug and
 * answers 500 without details.
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
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable_entity: 422,
  too_many_requests: 429,
  internal_server_error: 500,
  database_connection_unavailable: 503,
  gateway_timeout: 504,
} as const;
export type ErrorCode = keyof typeof statusOf;

/** One thing wrong with a request: `path` as a programmer writes it (`records[3].fields.fldX`). */
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
  /** Response headers that belong to the error, such as Allow or Retry-After. */
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

/** 400 with every issue found: the first hundred and how many there are. */
export function invalid(issues: Issue[], data: Record<string, unknown> = {}): AppError {
  return listing("validation_error", "Validation error", issues, data);
}

/** 404 for ids or field keys inside a body. */
export function unknownInside(issues: Issue[]): AppError {
  return listing("not_found", "Not found", issues);
}

function listing(code: ErrorCode, title: string, issues: Issue[], data: Record<string, unknown> = {}) {
  const listed = issues.slice(0, limits.issuesListed);
  const rest = issues.length > listed.length ? `; and ${issues.length - listed.length} more` : "";
  const text = listed.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; ");
  return new AppError(code, `${title}: ${text}${rest}`, {
    data: { issues: listed, total: issues.length, ...data },
  });
}

/** Of most ids; tokens of files, and ids in the trash, are longer. */
const idLength = 19;

/**
 * 404: it is not there, or is none of the caller's business; the two cannot be told apart. What is longer is not
 * repeated: it could be a token that got there by mistake.
 */
export function notFound(kind: string, id: string): AppError {
  const named = id.length <= idLength ? `${kind} ${id}` : `such ${kind}`;
  return new AppError(
    kind === "view" ? "view_not_found" : "not_found",
    `There is no ${named}, or you have no access to it`,
  );
}

/** 429: too many of something, and the seconds after which one may try again. */
export const tooMany = (what: string, seconds: number): AppError =>
  new AppError("too_many_requests", `Too many ${what}; try again in ${seconds} s`, {
    headers: { "retry-after": String(seconds) },
  });

/** The issue for a part of the interface that is documented and not built yet. */
export const notYet = (path: string, what: string): Issue => ({
  path,
  message: `${what}: not supported yet`,
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

/** No key of ours is longer than a name, and an answer must not grow with what was sent. */
const shortened = (key: string): string =>
  key.length > 2 * limits.nameLength ? `${key.slice(0, 2 * limits.nameLength).toWellFormed()}…` : key;
