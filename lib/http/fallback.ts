/* The function behind `$default`: every path and method that no endpoint has. */
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { Event } from "./call.ts";
import { tell } from "./log.ts";
import { failure } from "./respond.ts";
import { unknownRoute } from "./unknown-route.ts";

export const fallback =
  () =>
  async (event: Event, { awsRequestId }: Context): Promise<APIGatewayProxyStructuredResultV2> => {
    const begun = performance.now();
    const { requestId } = event.requestContext;
    const error = await unknownRoute(event).catch((error: unknown) => error);
    const answer = failure(error, requestId);
    tell({ requestId, invocation: awsRequestId, begun, status: answer.statusCode, error });
    return answer;
  };
