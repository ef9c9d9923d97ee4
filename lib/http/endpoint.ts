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
import type { Scope } from "#lib/access/scopes";
import type { BaseItem } from "#lib/data/bases";
import type { Caller } from "#lib/data/caller";
import type { TableItem } from "#lib/data/table-schema";
import type { SpaceId } from "#lib/schemas/ids";
import type { Standing } from "#lib/schemas/role";
import { authenticate } from "./authenticate.ts";
import { authorize, authorizeBody } from "./authorize.ts";
import type { Event, Incoming } from "./call.ts";
import type { Answer, Definition, File, Method, PlaceIds } from "./definition.ts";
import { findNames } from "./find-names.ts";
import { log } from "./log.ts";
import { receive } from "./receive.ts";
import { respond } from "./respond.ts";
import { validate } from "./validate.ts";

export { created, done, file, ok } from "./definition.ts";

/** The names in the braces of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type Place<Path extends string> = ("baseId" extends NamesIn<Path> ? { base: BaseItem } : unknown) &
  ("tableId" extends NamesIn<Path> ? { table: TableItem } : unknown);
type Value<Response extends Answer> = Response extends { shape: infer Shape extends z.ZodType }
  ? z.output<Shape>
  : Response extends { file: true }
    ? File
    : void;
type Awaitable<T> = T | Promise<T>;

interface Described<Path extends string, Query, Body, Response extends Answer> {
  method: Method;
  path: Path;
  alsoAt?: `${string}/{proxy+}`;
  summary: string;
  description?: string;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  response: Response;
}
/** Every name in the path needs a schema; a path without names has none. */
type Named<Path extends string, Given> = [NamesIn<Path>] extends [never]
  ? { params?: undefined }
  : { params: Given };

interface Guarded<Path extends string, Given, Query, Body, Early, Loaded> {
  scope: Scope;
  prefetch?: (asked: { params: Given; query: Query }) => Promise<Early>;
  load?: (place: Place<Path> & { query: Query }) => Promise<Loaded>;
  scopesOf?: (body: Body) => Scope[];
  spaceOf?: (body: Body) => SpaceId;
}

interface Asked<Given, Query, Body> {
  params: Given;
  query: Query;
  body: Body;
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
    Guarded<Path, Given, Query, Body, Early, Loaded>,
  handle: (
    call: Asked<Given, Query, Body> & Place<Path> & Known<Early, Loaded>,
  ) => Awaitable<Value<Response>>,
): Endpoint;
export function endpoint<
  const Path extends string,
  Given extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
>(
  definition: Described<Path, Query, Body, Response> & Named<Path, z.ZodType<Given>> & { public: true },
  handle: (call: Asked<Given, Query, Body>) => Awaitable<Value<Response>>,
): Endpoint;
export function endpoint(definition: Definition, handle: (call: never) => unknown): Endpoint {
  const handler = middy<Incoming, APIGatewayProxyStructuredResultV2>(
    (event: Incoming) => handle(event.call as never) as APIGatewayProxyStructuredResultV2,
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
