/* The function behind `$default`: every path and method that no endpoint has. */
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { AppError } from "#lib/schemas/basics/error";
import type { Event } from "./call.ts";
import { addToLog } from "./log.ts";
import { failure } from "./respond.ts";
import { unknownRoute } from "./unknown-route.ts";

export interface Fallback {
  (event: Event, context: Context): Promise<APIGatewayProxyStructuredResultV2>;
  fallback: true;
}

interface Options {
  /** A path that is nothing, to a browser whose user typed or followed it. */
  nothingHere: (error: AppError, event: Event) => APIGatewayProxyStructuredResultV2;
}

export function fallback({ nothingHere }: Options): Fallback {
  async function answerUnknown(event: Event, { awsRequestId }: Context) {
    const begun = performance.now();
    const { requestId } = event.requestContext;
    const error = await unknownRoute(event).catch((error: unknown) => error);
    const isForPerson = event.requestContext.http.method === "GET" && isHtmlWanted(event);
    const answer =
      isForPerson && error instanceof AppError && error.status === 404
        ? nothingHere(error, event)
        : failure(error, requestId);
    addToLog({ requestId, invocation: awsRequestId, begun, status: answer.statusCode, error });
    return answer;
  }
  return Object.assign(answerUnknown, { fallback: true as const });
}

const isHtmlWanted = ({ headers }: Event) => /\btext\/html\b/.test(headers["accept"] ?? "");
