/* The makers of endpoints for callers with a token (`Authorization: Bearer …`): with a scope, or with any token. */
import type { Principal } from "#lib/access/principal";
import type { Caller } from "#lib/data/identity/caller";
import type { Session } from "#lib/data/identity/sessions";
import type { PlaceIds } from "#lib/http/call";
import type { Answer, PlaceIn, SentQuery } from "#lib/http/definition";
import { type Endpoint, makeEndpoint } from "#lib/http/make-endpoint";
import type {
  Awaitable,
  BaseOrTable,
  CommonOptions,
  HandlerCall,
  KnownCaller,
  LoadRequest,
  NamesIn,
  ParamsOf,
  PlaceOf,
  Prefetching,
  Replayed,
  Scoped,
  ScopedByBody,
  ValueOf,
} from "./endpoint-options.ts";

/**
 * For a token with a scope. Where the path names a space, base or table, the caller needs a role there too. Its options, as they run:
 *
 *   method, path, alsoAt            the route
 *   params, query                   the address is parsed; errors of the query are reported below, with those of the body
 *   prefetch                        reads that need only the address start, with those of the token (401) and the place
 *   load                            reads that need the place, the caller or what is prefetched start, with those of the role
 *   scope, administrator            404 without a role, 403 if token or role allow too little
 *   body, form, multipart           415, 413, 400 with everything that is wrong; the query, Idempotency-Key and If-Match too
 *   tokenScope, scopesOf, spaceOf   403 and 404 that depend on the body
 *   idempotent, replay              a request that was done before gets its answer again
 *   (the handler)                   `conditional`: it calls `expectTag`; `tagged`: it calls `setTag`; `paged`: `setNextCursor`
 *   response, failure               the value, or what was thrown, becomes the answer
 */
export function endpoint<
  const Path extends string,
  Params extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
  Prefetched = undefined,
  Loaded = undefined,
>(
  definition: CommonOptions<Path, Query, Body, Response> &
    ParamsOf<Path, Params> &
    Prefetching<Params, Query, Prefetched> &
    Scoped &
    ScopedByBody<Params, Query, Body> &
    Replayed<Params, Query, Body, Response> & {
      load?: (request: PlaceOf<Path> & LoadRequest<Params, Query, Prefetched>) => Promise<Loaded>;
    },
  handle: (
    call: HandlerCall<Params, Query, Body> & PlaceOf<Path> & KnownCaller<Prefetched, Loaded>,
  ) => Awaitable<ValueOf<Response>>,
): Endpoint {
  return makeEndpoint(definition, handle);
}

/**
 * Like `endpoint`, about a base or table that the path does not name as such. Its options run as those of `endpoint`, with:
 *
 *   placeIn   after params and query: gives the id of the base or table, from the query as it was sent; 404 if there is none
 *   load      gets the base or table, and nothing else
 */
export function indirectEndpoint<
  const Path extends string,
  Params extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
  Prefetched = undefined,
  Loaded = undefined,
>(
  definition: CommonOptions<Path, Query, Body, Response> &
    ParamsOf<Path, Params> &
    Prefetching<Params, Query, Prefetched> &
    Scoped &
    ScopedByBody<Params, Query, Body> &
    Replayed<Params, Query, Body, Response> & {
      placeIn: (request: { params: Params; query: SentQuery }) => PlaceIn;
      load?: (place: BaseOrTable) => Promise<Loaded>;
    },
  handle: (
    call: HandlerCall<Params, Query, Body> & BaseOrTable & KnownCaller<Prefetched, Loaded>,
  ) => Awaitable<ValueOf<Response>>,
): Endpoint {
  return makeEndpoint(definition, handle);
}

/**
 * Like `endpoint`, about a space, base or table that may already be deleted. Its options run as those of `endpoint`, with:
 *
 *   prefetch   required: reads what outlives the place: a job, or the place in the trash
 *   placeIn    after params and query: gives the id of the place, where the path does not name it as such
 *   placeOf    after both, if the place is deleted: gives the base and space where the caller needs a role; 404 if it gives `undefined`
 */
export function deletedPlaceEndpoint<
  const Path extends string,
  Params extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
  Prefetched,
  Loaded = undefined,
>(
  definition: CommonOptions<Path, Query, Body, Response> &
    ParamsOf<Path, Params> &
    Required<Prefetching<Params, Query, Prefetched>> &
    Omit<ScopedByBody<Params, Query, Body>, "spaceOf"> & {
      scope: Scoped["scope"];
      placeIn?: (request: { params: Params; query: SentQuery }) => PlaceIn;
      placeOf: (prefetched: NonNullable<Prefetched>) => PlaceIds | undefined;
      load?: (place: Partial<BaseOrTable>) => Promise<Loaded>;
    },
  handle: (
    call: HandlerCall<Params, Query, Body> & Partial<BaseOrTable> & KnownCaller<Prefetched, Loaded>,
  ) => Awaitable<ValueOf<Response>>,
): Endpoint {
  return makeEndpoint(definition, handle);
}

/**
 * For any token, whatever its scopes: only for what concerns the caller alone. Its options, as they run:
 *
 *   method, path, alsoAt    the route
 *   (the token)             401 if it is missing or invalid
 *   asResource              the token of an application must have been asked for this endpoint (401)
 *   orSession               a session cookie serves as well: all but GET must come from a page of this service (403)
 *   params, query           404 for malformed ids
 *   body, form, multipart   415, 413, 400 with everything that is wrong
 *   idempotent              a request that was done before gets its answer again
 *   response, failure       the value, or what was thrown, becomes the answer
 */
export function anyTokenEndpoint<
  const Path extends string,
  Params extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
>(
  definition: CommonOptions<Path, Query, Body, Response> &
    ParamsOf<Path, Params> & { orSession?: true; asResource?: true },
  handle: (
    call: HandlerCall<Params, Query, Body> & { principal: Principal; caller: Caller; session?: Session },
  ) => Awaitable<ValueOf<Response>>,
): Endpoint {
  return makeEndpoint({ ...definition, anyToken: true, session: definition.orSession }, handle);
}
