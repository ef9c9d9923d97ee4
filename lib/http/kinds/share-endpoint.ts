import { withLimits } from "#lib/data/identity/seen-limits";
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
 * For everyone who has the address of a share. Its options, as they run:
 *
 *   method, path, alsoAt    the route
 *   group                   the pages for people whose function it shares
 *   optionalSession         the handler gets the session if there is one; all but GET must come from a page of this service (403)
 *   programs                the page of origin is asked for only where a session cookie is sent
 *   params, query           404 for malformed ids
 *   share                   reads the share, by its id and its cookie; it throws the refusal: 404, 401
 *   body, form, multipart   415, 413, 400 with everything that is wrong
 *   response, failure       the value, or what was thrown, becomes the answer
 *   around                  runs around all of this
 */
export function shareEndpoint<
  const Path extends string,
  Params extends Record<NamesIn<Path>, string>,
  Query,
  Body,
  const Response extends Answer,
  Share,
>(
  definition: CommonOptions<Path, Query, Body, Response> &
    ParamsOf<Path, Params> &
    Grouped & {
      optionalSession?: true;
      programs?: true;
      /** `cookie` is the value of the share's cookie. */
      share: (request: { params: Params; cookie: string | undefined; now: string }) => Promise<Share>;
    },
  handle: (
    call: HandlerCall<Params, Query, Body> & {
      session?: Session;
      share: Share;
      /** Sets the share's cookie to this value, for so many seconds. */
      enter: (cookie: string, seconds: number) => void;
    },
  ) => Awaitable<ValueOf<Response>>,
): Endpoint {
  return makeEndpoint({ ...definition, public: true, around: withLimits }, handle);
}
