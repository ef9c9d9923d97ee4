import { RemovalPolicy } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { HttpApi, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/** One line of JSON a request. Neither tokens nor what was sent. */
const accessLog = JSON.stringify({
  requestId: "$context.requestId",
  time: "$context.requestTime",
  ip: "$context.identity.sourceIp",
  userAgent: "$context.identity.userAgent",
  method: "$context.httpMethod",
  path: "$context.path",
  route: "$context.routeKey",
  status: "$context.status",
  bytes: "$context.responseLength",
  milliseconds: "$context.responseLatency",
  functionMilliseconds: "$context.integration.latency",
  error: "$context.error.message",
  functionError: "$context.integration.error",
});

/** The API with its only stage. Its routes are the areas' (area.ts). */
export function httpApi(scope: Construct, { stage, throttle, logRetention }: Settings): HttpApi {
  const api = new HttpApi(scope, "Api", { apiName: `gridless-${stage}`, createDefaultStage: false });
  const logGroup = new LogGroup(scope, "AccessLogs", {
    retention: logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  new HttpStage(scope, "Stage", {
    httpApi: api,
    stageName: "$default",
    autoDeploy: true,
    throttle,
    accessLogSettings: {
      destination: new LogGroupLogDestination(logGroup),
      format: AccessLogFormat.custom(accessLog),
    },
  });
  return api;
}
