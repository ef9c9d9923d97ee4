/* Value or error, to the response: all but the log is inside. */
import { gzipSync } from "node:zlib";
import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { refuseLargeAnswer } from "#lib/schemas/answer-size";
import { AppError } from "#lib/schemas/error";
import type { Incoming } from "./call.ts";
import type { Definition, File } from "./definition.ts";

type Middleware = MiddlewareObj<Incoming, unknown>;

export function respond({ response }: Definition): Middleware {
  return {
    before: function begin({ event }) {
      const now = new Date().toISOString();
      const { requestId } = event.requestContext;
      event.call = { requestId, now, begun: performance.now(), names: {} };
    },
    after: function answer(request) {
      request.response = success(response, request.response, request.event);
    },
    onError: function explain(request) {
      request.response = failure(request.error, request.event.requestContext.requestId);
    },
  };
}

function success(
  { status, shape, file }: Definition["response"],
  value: unknown,
  { call, headers }: Incoming,
) {
  if (file) return sent(value as File, headers["accept-encoding"], call.requestId);
  if (!shape) return { statusCode: status, headers: { "x-request-id": call.requestId } };
  const answer = json(status, value, { "x-request-id": call.requestId });
  refuseLargeAnswer(answer.body);
  return answer;
}

function sent({ contentType, body, maxAge, headers }: File, accepted = "", requestId: string) {
  const compressed = /\bgzip\b/.test(accepted);
  const bytes = compressed ? gzipSync(body) : Buffer.from(body);
  return {
    statusCode: 200,
    headers: {
      ...headers,
      "content-type": contentType,
      "cache-control": maxAge > 0 ? `public, max-age=${maxAge}` : "no-cache",
      vary: "accept-encoding",
      ...(compressed && { "content-encoding": "gzip" }),
      "x-request-id": requestId,
    },
    body: bytes.toString("base64"),
    isBase64Encoded: true,
  };
}

/** An error in the common shape. Whatever is no AppError is a bug here: nothing of it is shown, the log has it. */
export function failure(error: unknown, requestId: string): APIGatewayProxyStructuredResultV2 {
  const known = error instanceof AppError ? error : bug(requestId);
  const { message, status, code, data } = known;
  return json(
    status,
    { message, status, code, ...(data && { data }) },
    { ...known.headers, "x-request-id": requestId },
  );
}

const bug = (requestId: string) =>
  new AppError("internal_server_error", `Something went wrong here; tell us the request id ${requestId}`, {
    data: { requestId },
  });

const json = (statusCode: number, value: unknown, headers: Record<string, string>) => ({
  statusCode,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(value),
});
