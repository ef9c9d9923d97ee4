/*
 * One line of JSON for each call, with ids, operation names and numbers: never a header, a path, or anything that was sent or
 * stored. Without GRIDLESS_OPERATION (npm start, tests) only errors of 500 and above are logged, or the entry goes to where `sendLogTo` says;
 * the gateway there has its own line for each request.
 *
 * Not through `console`: Lambda wraps its lines, and CloudWatch finds metrics (the embedded metric format) only at the root of a
 * line. The one metric counts what Lambda does not: answers of 500 and above, by operation. It is sent with those answers
 * only, because a metric is billed by the hours in which it is sent. Calls, durations and throttles are metrics of Lambda, free,
 * and by operation too, since each operation has its own function.
 */
import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { AppError } from "#lib/schemas/basics/error";
import { shown } from "#lib/schemas/basics/log-error";
import { readMeter } from "#lib/store/meter";
import { Stopped } from "#lib/store/stop-reading";
import type { Incoming } from "./call.ts";

export interface LogEntry {
  requestId: string;
  /** Lambda's id of the call, as in its report and trace. */
  invocation: string;
  userId?: string | undefined;
  /** `performance.now()` at the start. */
  begun: number;
  status: number | undefined;
  error?: unknown;
}

type Request = MiddlewareObj<Incoming, APIGatewayProxyStructuredResultV2>;

/** Logs each call after its answer. */
export function log(): Request {
  const addCall = (
    event: Incoming,
    { awsRequestId }: Context,
    status: number | undefined,
    error?: unknown,
  ) => {
    const { requestId, begun, principal } = event.call;
    addToLog({ requestId, invocation: awsRequestId, userId: principal?.userId, begun, status, error });
  };
  return {
    after: function logAnswer({ event, context, response }) {
      addCall(event, context, response?.statusCode);
    },
    onError: function logError({ event, context, response, error }) {
      addCall(event, context, response?.statusCode, error);
    },
  };
}

let send: ((entry: LogEntry) => void) | undefined;

/** On one machine: sets what writes the entries. */
export function sendLogTo(writer: (entry: LogEntry) => void): void {
  send = writer;
}

let isFirst = true;

/** Writes one line; without a status it is 500. */
export function addToLog(entry: LogEntry): void {
  if (send) {
    send(entry);
    return;
  }
  const { requestId, invocation, userId, begun, status = 500, error } = entry;
  const operation = process.env["GRIDLESS_OPERATION"];
  const code = error instanceof AppError ? error.code : undefined;
  // the operator knows of stopped writes, and each such line and metric would cost
  const isServerError = status >= 500 && code !== "writes_stopped";
  if (!operation) {
    // a request that was stopped has no reader, and the gateway has logged why
    if (isServerError && !(error instanceof Stopped)) console.error(`request ${requestId}:`, shown(error));
    return;
  }
  const { requests, milliseconds } = readMeter();
  const line = {
    timestamp: new Date().toISOString(),
    level: isServerError ? "ERROR" : "INFO",
    requestId,
    invocation,
    operation,
    userId,
    status,
    code,
    milliseconds: rounded(performance.now() - begun),
    storeMilliseconds: rounded(milliseconds),
    storeRequests: requests,
    coldStart: isFirst || undefined,
    ...(isServerError && { error: shown(error), ...serverError() }),
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
