/*
 * HEAD wherever GET is (RFC 9110, 9.3.2): the endpoint of a GET answers both. Its route takes every method, because a route more for each
 * would be more than the 300 that an API may have. Other methods get 405 (find-names.ts), as from `$default`.
 */
import type { Context, APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import type { Event } from "./call.ts";

/** The method of an endpoint's route. A route with a method, or with a more literal path, wins over one with ANY. */
export const routeMethod = (method: string): string => (method === "GET" ? "ANY" : method);

export type Answering = (event: Event, context: Context) => Promise<Result>;

/** Gives a handler that takes a HEAD as a GET, and leaves out the body of its answer. */
export function withHead(handle: Answering): Answering {
  return async function answerHead(event, context) {
    const { http } = event.requestContext;
    const isHead = http.method === "HEAD";
    if (isHead) http.method = "GET";
    const answer = await handle(event, context);
    return isHead ? withoutBody(answer) : answer;
  };
}

/** The same status and headers, with the length of the body that is left out. */
function withoutBody({ body = "", isBase64Encoded, ...answer }: Result): Result {
  if (answer.statusCode === 304) return answer;
  const length = Buffer.byteLength(body, isBase64Encoded ? "base64" : "utf8");
  return { ...answer, headers: { ...answer.headers, "content-length": length } };
}
