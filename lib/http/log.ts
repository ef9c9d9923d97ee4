/*
 * One line of JSON for each call, with ids, names of our own and numbers: never a header, a path, or anything that was
 * sent or stored. Where there is no GRIDLESS_OPERATION (npm start, tests) only errors of ours are told; the gateway there
 * has its own line for each request.
 *
 * Not through `console`: Lambda's wraps what it gets, and CloudWatch looks for metrics (the embedded metric format) at the
 * root of a line only. The one metric is what Lambda does not count itself: answers of 500 and above, by operation. It
 * comes with those answers only, as a metric is paid for by the hours in which it is sent; calls, durations and throttles
 * are Lambda's own, free, and by operation too, since each has its function.
 */
import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { AppError } from "#lib/schemas/basics/error";
import { shown } from "#lib/schemas/basics/log-error";
import { readMeter } from "#lib/store/meter";
import type { Incoming } from "./call.ts";

interface Told {
  requestId: string;
  /** Lambda's own id of the call: that of its report and trace. */
  invocation: string;
  userId?: string | undefined;
  begun: number;
  status: number | undefined;
  error?: unknown;
}

type Request = MiddlewareObj<Incoming, APIGatewayProxyStructuredResultV2>;

export function log(): Request {
  const tellOf = (
    event: Incoming,
    { awsRequestId }: Context,
    status: number | undefined,
    error?: unknown,
  ) => {
    const { requestId, begun, principal } = event.call;
    addToLog({ requestId, invocation: awsRequestId, userId: principal?.userId, begun, status, error });
  };
  return {
    after: function tellOfAnswer({ event, context, response }) {
      tellOf(event, context, response?.statusCode);
    },
    onError: function tellOfError({ event, context, response, error }) {
      tellOf(event, context, response?.statusCode, error);
    },
  };
}

let isFirst = true;

export function addToLog({ requestId, invocation, userId, begun, status = 500, error }: Told): void {
  const operation = process.env["GRIDLESS_OPERATION"];
  const isOurs = status >= 500;
  if (!operation) {
    if (isOurs) console.error(`request ${requestId}:`, shown(error));
    return;
  }
  const { requests, milliseconds } = readMeter();
  const line = {
    timestamp: new Date().toISOString(),
    level: isOurs ? "ERROR" : "INFO",
    requestId,
    invocation,
    operation,
    userId,
    status,
    code: error instanceof AppError ? error.code : undefined,
    milliseconds: rounded(performance.now() - begun),
    storeMilliseconds: rounded(milliseconds),
    storeRequests: requests,
    coldStart: isFirst || undefined,
    ...(isOurs && { error: shown(error), ...serverError() }),
  };
  isFirst = false;
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html */
const serverError = () => ({
  ServerErrors: 1,
  stage: process.env["GRIDLESS_STAGE"],
  _aws: {
    Timestamp: Date.now(),
    CloudWatchMetrics: [
      {
        Namespace: "Gridless",
        Dimensions: [["stage", "operation"]],
        Metrics: [{ Name: "ServerErrors", Unit: "Count" }],
      },
    ],
  },
});

const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
