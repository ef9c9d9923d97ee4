/* The function behind `$default`: it answers every path and method that no endpoint has. */
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { AppError } from "#lib/schemas/basics/error";
import { cutPrefixOf } from "./api-prefix.ts";
import type { Event } from "./call.ts";
import { answerHead } from "./head.ts";
import { addToLog } from "./log.ts";
import { refuseDirectCall } from "./refusals/refuse-direct-call.ts";
import { unknownRoute } from "./refusals/unknown-route.ts";
import { failure } from "./respond.ts";

/** A Lambda handler that the registry recognizes by its mark. */
export interface Fallback {
  (event: Event, context: Context): Promise<APIGatewayProxyStructuredResultV2>;
  fallback: true;
}

interface Options {
  /** The 404 page for a browser. */
  notFoundPage: (error: AppError, event: Event) => APIGatewayProxyStructuredResultV2;
}

/** Makes the handler: a page for browsers where the path is unknown, otherwise the common JSON error (404, 405 or 308). */
export function fallback({ notFoundPage }: Options): Fallback {
  async function answerUnknown(event: Event, context: Context): Promise<APIGatewayProxyStructuredResultV2> {
    if (event.requestContext.http.method === "HEAD")
      return answerHead(event, () => answerUnknown(event, context));
    const refusal = process.env["GRIDLESS_CDN"] ? refuseDirectCall(event) : undefined;
    if (refusal) return refusal;
    const { awsRequestId } = context;
    const begun = performance.now();
    cutPrefixOf(event);
    const { requestId } = event.requestContext;
    const error = await unknownRoute(event).catch((error: unknown) => error);
    const isForPerson = event.requestContext.http.method === "GET" && isHtmlWanted(event);
    const answer =
      isForPerson && error instanceof AppError && error.status === 404
        ? notFoundPage(error, event)
        : failure(error, requestId);
    addToLog({ requestId, invocation: awsRequestId, begun, status: answer.statusCode, error });
    if (!event.headers["accept-encoding"]) return answer;
    return (await import("./encodings/compress-answer.ts")).compressAnswer(answer, event, []);
  }
  return Object.assign(answerUnknown, { fallback: true as const });
}

const isHtmlWanted = ({ headers }: Event) => /\btext\/html\b/.test(headers["accept"] ?? "");
