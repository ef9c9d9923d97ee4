import type { Caller } from "#lib/data/identity/caller";
import type { Session } from "#lib/data/identity/sessions";
import type { Answer } from "#lib/http/definition";
import { type Endpoint, makeEndpoint } from "#lib/http/make-endpoint";
import type {
  Awaitable,
  CommonOptions,
  Grouped,
  HandlerCall,
  NamesIn,
  ParamsOf,
  Prefetching,
  ValueOf,
} from "./endpoint-options.ts";

/**
 * For a person who is signed in with a browser; no token opens it. Its options, as they run:
 *
 *   method, path, alsoAt    the route
 *   group                   the pages for people whose function it shares
 *   (the session)           401 without one; 403 for all but GET if another origin sent the request
 *   params, query           404 for malformed ids
 *   prefetch                reads that need only the address start, with that of the session
 *   body, form, multipart   415, 413, 400 with everything that is wrong; the query and Idempotency-Key too
 *   idempotent              a request that was done before gets its answer again
 *   response, failure       the value, or what was thrown, becomes the answer
 *   around                  runs around all of this
 */
export function sessionEndpoint<
  const Path extends string,
  Params extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
  Prefetched = undefined,
>(
  definition: CommonOptions<Path, Query, Body, Response> &
    ParamsOf<Path, Params> &
    Grouped &
    Prefetching<Params, Query, Prefetched>,
  handle: (
    call: HandlerCall<Params, Query, Body> & { session: Session; caller: Caller; prefetched: Prefetched },
  ) => Awaitable<ValueOf<Response>>,
): Endpoint {
  return makeEndpoint({ ...definition, session: true }, handle);
}
