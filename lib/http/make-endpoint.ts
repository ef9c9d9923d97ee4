/*
 * What all makers of endpoints share: the middleware around a handler. The handler runs once the request is known to be allowed
 * and valid.
 *
 *   findNames ─▶ authenticate ─▶ receive ─▶ authorize ─▶ validate ─▶ authorizeBody ─▶ handler ─▶ respond ─▶ log
 *                     └─ token ──┬─ place      401, 404,     503, 400    404, 403                    ▲
 *                one round trip ─┘  prefetch   403                          whatever is thrown ──────┘
 *                                   switch that stops writes
 */
import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { withActor } from "#lib/data/identity/acting";
import { withLimits } from "#lib/data/identity/seen-limits";
import { shortAnswer } from "#lib/schemas/basics/answer-size";
import { withReadPlan } from "#lib/store/meter";
import { cutPrefixOf } from "./api-prefix.ts";
import { authenticate } from "./authenticate.ts";
import { authorize, authorizeBody } from "./authorize.ts";
import type { Event, Incoming } from "./call.ts";
import type { Definition } from "./definition.ts";
import { expectTag } from "./etag.ts";
import { findNames } from "./find-names.ts";
import { answerOnce } from "./idempotency.ts";
import { log } from "./log.ts";
import { receive } from "./receive.ts";
import { refuseDirectCall } from "./refusals/refuse-direct-call.ts";
import { respond } from "./respond.ts";
import {
  cookie,
  cookieNamed,
  cookiesOf,
  isFramed,
  shareCookieLines,
  signInCookie,
  signOutCookie,
} from "./session-cookie.ts";
import { validate } from "./validate.ts";

/** A Lambda handler with what it was made of: its definition, and what answers a request that is allowed and valid. */
export interface Endpoint {
  (event: Event, context: Context): Promise<APIGatewayProxyStructuredResultV2>;
  definition: Definition;
  handle: (call: never) => unknown;
}

/** What a request passes before its handler, once its caller is being read; in this order. */
export const checks = [receive, authorize, validate, authorizeBody];

/** Answers a request that passed the checks; one that was done before gets its answer again. */
export const answering =
  ({ definition, handle }: Pick<Endpoint, "definition" | "handle">) =>
  (event: Incoming) =>
    answerOnce(definition, event, () => run(event, handle)) as Promise<never>;

/** Gives the Lambda handler. The makers are strict about types; here the definition is one of any kind. */
export function makeEndpoint(definition: Definition, handle: (call: never) => unknown): Endpoint {
  const handler = middy<Incoming, APIGatewayProxyStructuredResultV2>(answering({ definition, handle }), {
    timeoutEarlyInMillis: 0,
  })
    .use(log())
    .use(respond(definition))
    .use(findNames(definition))
    .use(authenticate(definition))
    .use(checks.map((check) => check(definition))) as unknown as Endpoint;
  const { method, around } = definition;
  const opening = cookiesOf(definition);
  async function answer(event: Event, context: Context): Promise<APIGatewayProxyStructuredResultV2> {
    if (method === "GET" && event.requestContext.http.method === "HEAD")
      return (await import("./head.ts")).answerHead(event, () => answer(event, context));
    // in the bundles a constant: where CloudFront is not before the API, this is left out
    const refusal = process.env["GRIDLESS_CDN"] ? refuseDirectCall(event) : undefined;
    if (refusal) return refusal;
    // first: the log and the answers see the plain path
    cutPrefixOf(event);
    // in the bundles a constant: where tokens have no limit, this is left out
    const result = process.env["GRIDLESS_TOKEN_RATE"]
      ? await withLimits(async () =>
          around ? around(() => handler(event, context), event) : handler(event, context),
        )
      : await (around ? around(() => handler(event, context), event) : handler(event, context));
    const accepted = event.headers["accept-encoding"];
    const length = result.body?.length ?? 0;
    // a short answer only if its caller may refuse a plain one
    if (accepted === undefined || (length <= shortAnswer && !accepted.includes("q=0"))) return result;
    return (await import("./encodings/compress-answer.ts")).compressAnswer(result, event, opening);
  }
  return Object.assign(answer, { definition, handle });
}

/** Members learn from the answer how their records were found; visitors of shares do not. */
function run(event: Incoming, handle: (call: never) => unknown): unknown {
  const { call } = event;
  const work = () => withActor(call, () => handle(handlerCall(event) as never));
  if (!call.caller) return work();
  call.readPlan = {};
  return withReadPlan(call.readPlan, work);
}

function handlerCall(event: Incoming) {
  const { call, headers, requestContext } = event;
  return {
    ...call,
    isFramed: isFramed(event),
    sourceIp: requestContext.http.sourceIp,
    headers,
    signIn: (cookie: string) => call.cookies.push(signInCookie(cookie, event)),
    signOut: () => call.cookies.push(signOutCookie(event)),
    readCookie: (name: string) => cookieNamed(name, event),
    setCookie: (start: string, seconds: number) => call.cookies.push(cookie(start, seconds, event)),
    enter: (cookie: string, seconds: number) =>
      call.cookies.push(...shareCookieLines(cookie, seconds, event)),
    setTag: (tag: string) => {
      call.tag = tag;
    },
    setNextCursor: (cursor: string | null) => {
      if (cursor !== null) call.nextCursor = cursor;
    },
    expectTag: (tag: string) => expectTag(headers["if-match"], tag),
  };
}
