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
  ValueOf,
} from "./endpoint-options.ts";

/**
 * For everyone. The handler knows no caller. Its options, as they run:
 *
 *   method, path, alsoAt    the route
 *   group                   the pages for people whose function it shares
 *   optionalSession         the handler gets the session if there is one; all but GET must come from a page of this service (403)
 *   params, query           404 for malformed ids
 *   body, form, multipart   415, 413, 400 with everything that is wrong
 *   response, failure       the value, or what was thrown, becomes the answer
 *   around                  runs around all of this
 */
export function publicEndpoint<
  const Path extends string,
  Params extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
>(
  definition: CommonOptions<Path, Query, Body, Response> &
    ParamsOf<Path, Params> &
    Grouped & { optionalSession?: true },
  handle: (call: HandlerCall<Params, Query, Body> & { session?: Session }) => Awaitable<ValueOf<Response>>,
): Endpoint {
  return makeEndpoint({ ...definition, public: true }, handle);
}
