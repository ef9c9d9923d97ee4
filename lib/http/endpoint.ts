/*
 * An endpoint: its definition, and a handler that is called once the request is known to be allowed and right.
 *
 *   findNames ─▶ authenticate ─▶ receive ─▶ authorize ─▶ validate ─▶ authorizeBody ─▶ handler ─▶ respond ─▶ log
 *                     └─ token ──┬─ place      401, 404,     400         404, 403                    ▲
 *                one round trip ─┘  prefetch   403                          whatever is thrown ──────┘
 */
import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type * as z from "zod";
import type { Principal } from "#lib/access/principal";
import type { Caller } from "#lib/data/identity/caller";
import type { Session } from "#lib/data/identity/sessions";
import type { SpaceId, UserId } from "#lib/schemas/basics/ids";
import type { Standing } from "#lib/schemas/basics/role";
import type { Scope } from "#lib/schemas/identity/scopes";
import { authenticate } from "./authenticate.ts";
import { authorize, authorizeBody } from "./authorize.ts";
import type { Event, Incoming, PlaceIds } from "./call.ts";
import type { Answer, Definition, Failure, Method, PlaceIn, SentQuery } from "./definition.ts";
import type { Awaitable, BaseOrTable, NamesIn, Place, Value } from "./endpoint-types.ts";
import { expectTag } from "./etag.ts";
import { findNames } from "./find-names.ts";
import { answerOnce } from "./idempotency.ts";
import { log } from "./log.ts";
import { receive } from "./receive.ts";
import { respond } from "./respond.ts";
import { shareCookieLine, signInCookie, signOutCookie } from "./session-cookie.ts";
import { validate } from "./validate.ts";

export { created, done, file, ok, page, redirect } from "./definition.ts";

interface Described<Path extends string, Query, Body, Response extends Answer> {
  method: Method;
  path: Path;
  alsoAt?: `${string}/{proxy+}`;
  summary: string;
  description?: string;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  form?: true;
  multipart?: true;
  response: Response;
  tagged?: true;
  conditional?: true;
  idempotent?: true;
  failure?: Failure;
}
/** Every name in the path needs a schema; a path without names has none. */
type Named<Path extends string, Given> = [NamesIn<Path>] extends [never]
  ? { params?: undefined }
  : { params: Given };

interface Guarded<Path extends string, Given, Query, Body, Early, Loaded, Answered> {
  scope: Scope;
  administrator?: true;
  prefetch?: (asked: { params: Given; query: Query }) => Promise<Early>;
  load?: (
    known: Place<Path> & { params: Given; query: Query; userId: UserId; prefetched: Promise<Early> },
  ) => Promise<Loaded>;
  scopesOf?: (body: Body, asked: { params: Given; query: Query; caller: Caller }) => Scope[];
  tokenScope?: Scope;
  spaceOf?: (body: Body) => SpaceId;
  replay?: (ids: string[], asked: { params: Given; body: Body; caller: Caller }) => Promise<Answered>;
}

interface Asked<Given, Query, Body> {
  params: Given;
  query: Query;
  body: Body;
  /** ISO 8601 UTC with milliseconds: one instant for the whole request. */
  now: string;
  /** Where the request came from. */
  sourceIp: string;
  /** The header, for clients that say there who they are (RFC 6749, 2.3.1). */
  authorization: string | undefined;
  /** Signs the caller in with what `sessions.starting` gave for the cookie. */
  signIn: (cookie: string) => void;
  signOut: () => void;
  /** The ETag of the answer: the state that it shows. */
  setTag: (tag: string) => void;
  /** 412 if the request has an If-Match that does not name this state. */
  expectTag: (tag: string) => void;
}
interface AskedOfShare {
  /** What the cookie of the share holds. */
  cookie: string | undefined;
  now: string;
}
type Known<Early, Loaded> = {
  principal: Principal;
  caller: Caller;
  /** Where the path or the body names a place. */
  standing: Standing;
  prefetched: Early;
  loaded: Loaded;
};

export interface Endpoint {
  (event: Event, context: Context): Promise<APIGatewayProxyStructuredResultV2>;
  definition: Definition;
}

/** About a base or a table that the path does not name as such. */
export function endpoint<
  const Path extends string,
  Given extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
  Early = undefined,
  Loaded = undefined,
>(
  definition: Described<Path, Query, Body, Response> &
    Named<Path, z.ZodType<Given>> &
    Omit<Guarded<Path, Given, Query, Body, Early, Loaded, Value<Response>>, "load"> & {
      placeIn: (asked: { params: Given; query: SentQuery }) => PlaceIn;
      load?: (place: BaseOrTable) => Promise<Loaded>;
    },
  handle: (
    call: Asked<Given, Query, Body> & BaseOrTable & Known<Early, Loaded>,
  ) => Awaitable<Value<Response>>,
): Endpoint;
/** What the path names may be deleted: the handler gets no place, only what was prefetched. */
export function endpoint<
  const Path extends string,
  Given extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
  Early,
>(
  definition: Described<Path, Query, Body, Response> &
    Named<Path, z.ZodType<Given>> & {
      scope: Scope;
      prefetch: (asked: { params: Given; query: Query }) => Promise<Early>;
      placeOf: (prefetched: NonNullable<Early>) => PlaceIds | undefined;
    },
  handle: (call: Asked<Given, Query, Body> & Known<Early, undefined>) => Awaitable<Value<Response>>,
): Endpoint;
export function endpoint<
  const Path extends string,
  Given extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
  Early = undefined,
  Loaded = undefined,
>(
  definition: Described<Path, Query, Body, Response> &
    Named<Path, z.ZodType<Given>> &
    Guarded<Path, Given, Query, Body, Early, Loaded, Value<Response>>,
  handle: (
    call: Asked<Given, Query, Body> & Place<Path> & Known<Early, Loaded>,
  ) => Awaitable<Value<Response>>,
): Endpoint;
/** Of somebody who is signed in. */
export function endpoint<
  const Path extends string,
  Given extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
  Early = undefined,
>(
  definition: Described<Path, Query, Body, Response> &
    Named<Path, z.ZodType<Given>> & {
      session: true;
      anyToken?: never;
      prefetch?: (asked: { params: Given; query: Query }) => Promise<Early>;
    },
  handle: (
    call: Asked<Given, Query, Body> & { session: Session; caller: Caller; prefetched: Early },
  ) => Awaitable<Value<Response>>,
): Endpoint;
/** Of whoever has any token; with `session`, of whoever is signed in too. */
export function endpoint<
  const Path extends string,
  Given extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
>(
  definition: Described<Path, Query, Body, Response> &
    Named<Path, z.ZodType<Given>> & { anyToken: true; session?: true },
  handle: (
    call: Asked<Given, Query, Body> & { principal: Principal; caller: Caller; session?: Session },
  ) => Awaitable<Value<Response>>,
): Endpoint;
/** Of everybody who has the address of a share. */
export function endpoint<
  const Path extends string,
  Given extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
  Opened,
>(
  definition: Described<Path, Query, Body, Response> &
    Named<Path, z.ZodType<Given>> & {
      public: true;
      maySession?: true;
      share: (asked: AskedOfShare & { params: Given }) => Promise<Opened>;
    },
  handle: (
    call: Asked<Given, Query, Body> & {
      session?: Session;
      share: Opened;
      /** Lets in with what the cookie of the share then holds, for so many seconds. */
      enter: (cookie: string, seconds: number) => void;
    },
  ) => Awaitable<Value<Response>>,
): Endpoint;
/** Of everybody. */
export function endpoint<
  const Path extends string,
  Given extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
>(
  definition: Described<Path, Query, Body, Response> &
    Named<Path, z.ZodType<Given>> & { public: true; maySession?: true },
  handle: (call: Asked<Given, Query, Body> & { session?: Session }) => Awaitable<Value<Response>>,
): Endpoint;
export function endpoint(definition: Definition, handle: (call: never) => unknown): Endpoint {
  const handler = middy<Incoming, APIGatewayProxyStructuredResultV2>(
    (event: Incoming) => answerOnce(definition, event, () => handle(asked(event) as never)) as Promise<never>,
    { timeoutEarlyInMillis: 0 },
  )
    .use(log())
    .use(respond(definition))
    .use(findNames(definition))
    .use(authenticate(definition))
    .use(receive(definition))
    .use(authorize(definition))
    .use(validate(definition))
    .use(authorizeBody(definition));
  return Object.assign(handler as unknown as Endpoint, { definition });
}

function asked(event: Incoming) {
  const { call, headers, requestContext } = event;
  return {
    ...call,
    sourceIp: requestContext.http.sourceIp,
    authorization: headers["authorization"],
    signIn: (cookie: string) => call.cookies.push(signInCookie(cookie, event)),
    signOut: () => call.cookies.push(signOutCookie(event)),
    enter: (cookie: string, seconds: number) => call.cookies.push(shareCookieLine(cookie, seconds, event)),
    setTag: (tag: string) => {
      call.tag = tag;
    },
    expectTag: (tag: string) => expectTag(headers["if-match"], tag),
  };
}
