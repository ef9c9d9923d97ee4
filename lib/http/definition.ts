/*
 * The declarative part of an endpoint: everything that the middleware, the stack, `npm start`, the OpenAPI document and the
 * tests of every endpoint need to know about it.
 */
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type * as z from "zod";
import type { AppError } from "#lib/schemas/basics/error";
import type { SpaceId } from "#lib/schemas/basics/ids";
import type { Scope } from "#lib/schemas/identity/scopes";
import type { Event, Incoming, PlaceIds } from "./call.ts";

export type { File, Page, Redirect } from "./encodings/other-answers.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type FileType = "application/json" | "text/html" | "text/plain" | "application/octet-stream";

/** A success: JSON of a shape, a file, a page or a redirect; without any of them, no body. */
export interface Answer<Shape extends z.ZodType = z.ZodType> {
  status: 200 | 201 | 302 | 307;
  shape?: Shape;
  /** The handler gives a `File`; this is its content type, without parameters, in the OpenAPI document. */
  file?: FileType;
  /** The handler gives a `Page` or a `Redirect`. */
  page?: true;
  /** The handler gives a `Redirect`. */
  redirect?: true;
  /** The protocol is JSON-RPC: errors are messages of it too. */
  rpc?: true;
  /** 202 if the answer names a job by its `jobId`, because a part of the work is left to it. */
  orJob?: true;
  /** The handler may give a `Redirect` to a file in place of the JSON: 302. */
  orFile?: true;
}

/** 200 with JSON of this shape. */
export const ok = <Shape extends z.ZodType>(shape: Shape) => ({ status: 200, shape }) as const;
/** The same, or 202 if it names the job that does the work. */
export const okOrJob = <Shape extends z.ZodType>(shape: Shape) =>
  ({ status: 200, shape, orJob: true }) as const;
/** The same, or 302 with a `Redirect` to a file. */
export const okOrFile = <Shape extends z.ZodType>(shape: Shape) =>
  ({ status: 200, shape, orFile: true }) as const;
/** 201 with JSON of this shape. */
export const created = <Shape extends z.ZodType>(shape: Shape) => ({ status: 201, shape }) as const;
/** 200 without a body. */
export const done = { status: 200 } as const;
/** 200 with a `File` of this content type. */
export const file = (type: FileType) => ({ status: 200, file: type }) as const;
/** 200 with a `Page`, or a `Redirect`. */
export const page = { status: 200, page: true } as const;
/** 302 with a `Redirect`. */
export const redirect = { status: 302, redirect: true } as const;
/** 307 with a `Redirect`: the client sends the same request there, with its body. */
export const redirectUpload = { status: 307, redirect: true } as const;

/** The id of a space, base or table, as it was sent. */
export interface PlaceIn {
  spaceId?: unknown;
  baseId?: unknown;
  tableId?: unknown;
}
/** A query as it was sent, not yet validated: a caller without a role learns nothing about its errors. */
export type SentQuery = Readonly<Record<string, string | string[] | { [member: string]: string[] }>>;

/** Answers an error, where that is not the common JSON. */
export type Failure = (
  error: AppError,
  event: Incoming,
) => APIGatewayProxyStructuredResultV2 | Promise<APIGatewayProxyStructuredResultV2>;

/** Runs a request, and may change its answer. */
export type Around = (
  run: () => Promise<APIGatewayProxyStructuredResultV2>,
  event: Event,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** The folder in functions/ where the pages of a group are deployed, as one function (lib/stack/functions/deployed.ts). */
export type PageGroup = "account" | "auth" | "docs" | "oauth" | "share";

/** All options of all makers: each maker (endpoint.ts) accepts only its own. */
export interface Definition {
  method: Method;
  path: string;
  /**
   * A second route of the same function: another path; a greedy one, `{proxy+}`, that catches paths that end in a slash; or one,
   * `{below+}`, that gives the handler all paths below.
   */
  alsoAt?: string;
  /** Only for pages for people: they share one function of Lambda, and one integration. */
  group?: PageGroup;
  summary: string;
  description?: string;
  /** What the caller's token must allow and, below a space, base or table, the caller's role. */
  scope?: Scope;
  /** Another scope of the token that is enough in its place. */
  orScope?: Scope;
  /** Only for administrators of the service; 403 for others. */
  administrator?: true;
  /** With `scope`: the session of a page cannot call it, because it makes or moves a secret. */
  tokensOnly?: true;
  /** Any token may call, whatever its scopes. */
  anyToken?: true;
  /** With `anyToken`: a resource of its own (RFC 8707). The token of an application must have been asked for it. */
  asResource?: true;
  /** A session is required; with `anyToken`, it is an alternative to a token. */
  session?: true | undefined;
  /** Everyone may call. Such an endpoint has no scope; it knows its caller only with `optionalSession`. */
  public?: true;
  /** Only with `public`: the session is read if there is one. */
  optionalSession?: true;
  /** Only with `optionalSession`: programs call it too, so `Origin` is needed only where a session cookie is sent. */
  programs?: true;
  /** Only with `public`: reads the share. */
  share?: (asked: never) => Promise<unknown>;
  params?: z.ZodType | undefined;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body may be a form too (application/x-www-form-urlencoded). */
  form?: true;
  /** The body may be multipart/form-data too; its files become `File`s. */
  multipart?: true;
  response: Answer;
  /** Answers about one record have an ETag. */
  tagged?: true;
  /** The answer is a bare list, and the cursor of the next page is in a header. */
  paged?: true;
  /** If-Match is honored: the handler passes the current state to `expectTag`. */
  conditional?: true;
  /** For GET: the answer has no pages, so it may be too large (413). */
  mayBeTooLarge?: true;
  /** Something that the query names may not exist (404). Not for what `spaceOf` and `placeIn` read. */
  mayBeMissing?: true;
  /** An Idempotency-Key is accepted: the commit writes its record (lib/store/idempotency-records.ts). */
  idempotent?: true;
  /** For POST, PUT and PATCH: it is called while writes are stopped, because it reads, signs in or out, or takes access away. */
  whileStopped?: true;
  /** `Prefer: return=minimal` is honored: the answer has the records without their cells. */
  minimal?: true;
  /** Makes the answer to a repeated request whose answer was too large to keep, from the ids that were kept. */
  replay?: (ids: never, asked: never) => Promise<unknown>;
  failure?: Failure;
  /** Runs around everything else. */
  around?: Around;
  /** Reads that need only the address: they start together with the reads of the token and the place. */
  prefetch?: (asked: never) => Promise<unknown>;
  /** Gives where the caller needs a role, from what was prefetched, when the place in the path is deleted. */
  placeOf?: (prefetched: never) => PlaceIds | undefined;
  /** Gives the id of the space, base or table, where the path does not name it as such. */
  placeIn?: (asked: never) => PlaceIn;
  /** Reads that need the place, the caller or what is prefetched: they start together with the read of the caller's role. */
  load?: (place: never) => Promise<unknown>;
  /** Scopes that only some requests need. */
  scopesOf?: (body: never, asked: never) => Scope[];
  /** Another scope, which only the token must allow, whatever the role. */
  tokenScope?: Scope;
  /** The space that the body puts something into: `scope` is checked there. */
  spaceOf?: (body: never) => SpaceId;
}

/**
 * Whether an endpoint is called while writes are stopped (lib/store/write-stop). A GET is, and so is a DELETE, because it ends what costs
 * something; of the others those that say so.
 */
export const goesOn = ({ method, whileStopped }: Definition): boolean =>
  whileStopped ?? /GET|DELETE/.test(method);
