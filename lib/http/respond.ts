/* Turns the handler's value, or what was thrown, into the response. JSON and pages are never cached. */
import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { refuseLargeAnswer } from "#lib/schemas/basics/answer-size";
import { AppError } from "#lib/schemas/basics/error";
import { planHeader } from "#lib/store/meter";
import type { Incoming } from "./call.ts";
import type { Definition } from "./definition.ts";
import { etagOf } from "./etag.ts";

/** Any answer with a body may be compressed (encodings/compress-answer.ts). */
const vary = "accept-encoding";

type Middleware = MiddlewareObj<Incoming, unknown>;

/** Begins the call, and answers it: it runs around all other middleware except the log. */
export function respond({ response, failure: ownFailure }: Definition): Middleware {
  return {
    before: function begin({ event }) {
      const now = new Date().toISOString();
      const { requestId } = event.requestContext;
      event.call = { requestId, now, begun: performance.now(), names: {}, cookies: [] };
    },
    after: async function answer(request) {
      const { event, response: value } = request;
      const { cookies } = event.call;
      const isJson = !(response.page || response.redirect || response.file || response.orFile);
      // most functions answer nothing but JSON
      const other = isJson
        ? undefined
        : (await import("./encodings/other-answers.ts")).otherAnswer(response, value, event);
      const answer = other ?? success(response, value, event);
      request.response = cookies.length > 0 ? { ...answer, cookies } : answer;
    },
    onError: async function explain(request) {
      const { error, event } = request;
      const { requestId } = event.requestContext;
      const known = knownError(error, requestId);
      // an unknown route is answered as `$default` does
      request.response =
        ownFailure && known.code !== "method_not_allowed"
          ? await ownFailure(known, event)
          : failure(known, requestId);
    },
  };
}

function success(
  { status, shape, orJob }: Definition["response"],
  value: unknown,
  { call }: Incoming,
): APIGatewayProxyStructuredResultV2 {
  // `undefined` is a valid answer of some endpoints
  if (!shape || value === undefined)
    return { statusCode: status, headers: { "x-request-id": call.requestId } };
  const tag = call.tag === undefined ? {} : { etag: etagOf(call.tag) };
  const next = call.nextCursor === undefined ? {} : { "x-next-cursor": call.nextCursor };
  const applied = call.caller?.minimal ? { "preference-applied": "return=minimal" } : {};
  const isLeft = orJob && typeof value === "object" && value !== null && "jobId" in value;
  const answer = json(isLeft ? 202 : status, value, {
    ...{ ...tag, ...next, ...applied, ...planHeader(call.readPlan) },
    "x-request-id": call.requestId,
  });
  refuseLargeAnswer(answer.body);
  return answer;
}

/** Anything but an AppError is a bug: the answer shows nothing of it, the log does. */
const knownError = (error: unknown, requestId: string): AppError =>
  error instanceof AppError ? error : bug(requestId);

/** The response for an error, in the common shape; 500 for anything but an AppError. */
export function failure(error: unknown, requestId: string): APIGatewayProxyStructuredResultV2 {
  const { message, status, code, data, headers } = knownError(error, requestId);
  return json(status, { message, status, code, data }, { ...headers, "x-request-id": requestId });
}

const bug = (requestId: string) =>
  new AppError("internal_server_error", `Something went wrong here; tell us the request id ${requestId}`, {
    data: { requestId },
  });

/** A response with a JSON body; it is not cached. */
export const json = (statusCode: number, value: unknown, headers: Record<string, string>) => ({
  statusCode,
  headers: {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    vary,
    ...headers,
  },
  body: JSON.stringify(value),
});
