/** The context of a Lambda call, as far as it exists on one machine. */
import type { Context } from "aws-lambda";

/** The timeout of a function in milliseconds: one second less than the 30 s of API Gateway. */
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
