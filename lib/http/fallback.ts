/* The function behind `$default`: every path and method that no endpoint has. */
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { Event } from "./call.ts";
import { failure } from "./respond.ts";
import { unknownRoute } from "./unknown-route.ts";

export interface Fallback {
  (event: Event): Promise<APIGatewayProxyStructuredResultV2>;
  fallback: true;
}

export const fallback = (): Fallback => {
  const answer = (event: Event) =>
    unknownRoute(event)
      .catch((error: unknown) => error)
      .then((error) => failure(error, event.requestContext.requestId));
  return Object.assign(answer, { fallback: true as const });
};
