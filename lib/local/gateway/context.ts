/** The context a Lambda is called with, as far as there is one here. */
import type { Context } from "aws-lambda";

/** What a function gets in the cloud: a second less than the 30 API Gateway waits. */
const timeout = 29_000;

export function contextOf(awsRequestId: string, functionName: string): Context {
  const end = performance.now() + timeout;
  return {
    awsRequestId,
    functionName,
    functionVersion: "$LATEST",
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    memoryLimitInMB: "1024",
    logGroupName: functionName,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(end - performance.now())),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}
