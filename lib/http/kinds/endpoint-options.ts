/*
 * The options that several makers of endpoints share, and what their handlers get. Each maker's comment lists the options that it takes.
 */
import type * as z from "zod";
import type { Principal } from "#lib/access/principal";
import type { Caller } from "#lib/data/identity/caller";
import type { TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import type { SpaceItem } from "#lib/data/spaces/spaces";
import type { Event } from "#lib/http/call";
import type { Answer, Around, Failure, File, Method, Page, PageGroup, Redirect } from "#lib/http/definition";
import type { SpaceId, UserId } from "#lib/schemas/basics/ids";
import type { Standing } from "#lib/schemas/basics/role";
import type { Scope } from "#lib/schemas/identity/scopes";

/** The options of every endpoint, without `params`: see `ParamsOf`. */
export interface CommonOptions<Path extends string, Query, Body, Response extends Answer> {
  method: Method;
  path: Path;
  /**
   * A second route: another path with the same names; a greedy one (`{proxy+}`), which catches paths with a slash at the end; or one below a
   * path without names (`/app/{below+}`), with all that is below in `params`; it may be another path than the first.
   */
  alsoAt?: string;
  /** One line for the documentation page. */
  summary: string;
  description?: string;
  /** Left out: the query string must be empty. */
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** The body may also be a form (application/x-www-form-urlencoded). */
  form?: true;
  /** The body may also be multipart/form-data. */
  multipart?: true;
  /** The handler checks If-Match with `expectTag`. */
  conditional?: true;
  /** For GET: the answer has no pages, so it may be too large (413). For all other methods this is always possible. */
  mayBeTooLarge?: true;
  /** Something that the query names may not exist (404). */
  mayBeMissing?: true;
  /** An Idempotency-Key is accepted: the handler's commit must write its record. */
  idempotent?: true;
  /** For POST, PUT and PATCH: it is called while writes are stopped (`goesOn`, definition.ts). */
  whileStopped?: true;
  /** `Prefer: return=minimal` is honored: the answer has the records without their cells (`minimal` of the caller). */
  minimal?: true;
  /** One of `ok`, `okOrJob`, `created`, `done`, `file`, `page`, `redirect`. */
  response: Response;
  /** The handler sets the ETag of the answer with `setTag`. */
  tagged?: true;
  /** The handler sets the header `x-next-cursor` with `setNextCursor`. */
  paged?: true;
  /** How errors are answered, where that is not the common JSON. */
  failure?: Failure;
  /** Runs around everything else: `withLimits` if the handler takes from a rate limit, `answerUnchanged` for If-None-Match. */
  around?: Around;
}

/** Pages for people may share a function of Lambda. Endpoints of the API may not: each has a function of its own. */
export interface Grouped {
  group?: PageGroup;
}

/** Every name in the path needs a schema; a path without names takes none, but for what is below it. */
export type ParamsOf<Path extends string, Params> = [NamesIn<Path>] extends [never]
  ? { params?: undefined } | { alsoAt: `${string}/{below+}`; params: z.ZodType<Params> }
  : { params: z.ZodType<Params> };

/** The reads that need only the address: they start together with the reads of the token and the place. */
export interface Prefetching<Params, Query, Prefetched> {
  prefetch?: (request: { params: Params; query: Query }) => Promise<Prefetched>;
}

/** What the caller's token must allow, and the caller's role below a space, base or table. */
export interface Scoped {
  scope: Scope;
  /** Another scope of the token that is enough in its place. */
  orScope?: Scope;
  /** Only administrators of the service may call: 403 for others. */
  administrator?: true;
  /** The session of a page cannot call it, because it makes or moves a secret. */
  tokensOnly?: true;
}

/** What depends on the body: checked once the body is known to be valid. */
export interface ScopedByBody<Params, Query, Body> {
  /** A scope that only the token must allow, whatever the role. */
  tokenScope?: Scope;
  /** More scopes that this request needs, of token and role. */
  scopesOf?: (body: Body, request: { params: Params; query: Query; caller: Caller }) => Scope[];
  /** The space that the body puts something into: `scope` is checked there. 404 without a role in it. */
  spaceOf?: (body: Body) => SpaceId;
}

/** The answer to a repeated request whose first answer was too large to keep, made from the ids that were kept. */
export interface Replayed<Params, Query, Body, Response extends Answer> {
  replay?: (
    ids: string[],
    request: { params: Params; query: Query; body: Body; caller: Caller },
  ) => Promise<ValueOf<Response>>;
}

/** What every handler gets. */
export interface HandlerCall<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  /** ISO 8601 UTC with milliseconds: one instant for the whole request. */
  now: string;
  /** The IP address that the request came from. */
  sourceIp: string;
  requestId: string;
  /** The headers by their names in lower case, for protocols that have their own. */
  headers: Event["headers"];
  /** Whether the answer is shown in a frame of another page. Then there is no session. */
  isFramed: boolean;
  /** Sets the session cookie to this value. */
  signIn: (cookie: string) => void;
  /** Removes the session cookie. */
  signOut: () => void;
  /** The value of another cookie, or `undefined`. */
  readCookie: (name: string) => string | undefined;
  /** Sets another cookie, which scripts cannot read; `start` is `<name>=<value>; Path=<path>`. */
  setCookie: (start: string, seconds: number) => void;
  /** Sets the ETag of the answer: the state that it shows. */
  setTag: (tag: string) => void;
  /** Sets the header `x-next-cursor`; null at the end of the list: no header. */
  setNextCursor: (cursor: string | null) => void;
  /** Throws 412 if the request has an If-Match that does not name this state. */
  expectTag: (tag: string) => void;
}

/** What handlers get that know their caller by a token with a scope. */
export interface KnownCaller<Prefetched, Loaded> {
  principal: Principal;
  caller: Caller;
  /** The caller's role where the path or the body names a place. */
  standing: Standing;
  prefetched: Prefetched;
  loaded: Loaded;
}

/** What `load` gets about the request. The promise `prefetched` may still be pending. */
export interface LoadRequest<Params, Query, Prefetched> {
  params: Params;
  query: Query;
  userId: UserId;
  prefetched: Promise<Prefetched>;
}

/** The names in the braces of a path. */
export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The items of the space, base and table that a path names. */
export type PlaceOf<Path extends string> = ("spaceId" extends NamesIn<Path>
  ? { space: SpaceItem }
  : unknown) &
  ("baseId" extends NamesIn<Path> ? { base: BaseItem } : unknown) &
  ("tableId" extends NamesIn<Path> ? { table: TableItem } : unknown);

/** The item that `placeIn` named. */
export type BaseOrTable = { base: BaseItem; table?: undefined } | { base?: undefined; table: TableItem };

/** What a handler must give for a declared response. */
export type ValueOf<Response extends Answer> = Response extends { shape: infer Shape extends z.ZodType }
  ? z.output<Shape> | (Response extends { orFile: true } ? Redirect : never)
  : Response extends { file: string }
    ? File
    : Response extends { page: true }
      ? Page | Redirect
      : Response extends { redirect: true }
        ? Redirect
        : void;

export type Awaitable<T> = T | Promise<T>;
