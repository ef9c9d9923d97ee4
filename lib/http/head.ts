/*
 * HEAD wherever GET is (RFC 9110, 9.3.2): the endpoint of a GET answers both. Its route takes every method, because a route more for each
 * would be more than the 300 that an API may have. Other methods get 405 (find-names.ts), as from `$default`.
 */
import type { APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import type { Event } from "./call.ts";
import type { Definition } from "./definition.ts";

/** The method of an endpoint's route. A route with a method, or with a more literal path, wins over one with ANY. */
export const routeMethod = (method: string): string => (method === "GET" ? "ANY" : method);

/** The keys of an endpoint's routes in API Gateway: `ANY /docs/{file}`. */
export const routeKeysOf = ({ method, path, alsoAt }: Pick<Definition, "method" | "path" | "alsoAt">) =>
  [path, ...(alsoAt ? [alsoAt] : [])].map((each) => `${routeMethod(method)} ${each}`);

/** Answers a HEAD: makes the event one of a GET, and leaves out the body of its answer. */
export async function answerHead(event: Event, run: () => Promise<Result>): Promise<Result> {
  event.requestContext.http.method = "GET";
  const { body = "", isBase64Encoded, ...answer } = await run();
  if (answer.statusCode === 304) return answer;
  const length = Buffer.byteLength(body, isBase64Encoded ? "base64" : "utf8");
  return { ...answer, headers: { ...answer.headers, "content-length": length } };
}
