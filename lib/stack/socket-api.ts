/*
 * The WebSocket API. It cannot share a domain name with an HTTP API, so it has the host that API Gateway gives it; clients learn it from
 * POST /socket/ticket. The routes are defined with their functions (area.ts).
 */
import { Arn, Aws, Validations } from "aws-cdk-lib";
import { WebSocketApi, WebSocketStage } from "aws-cdk-lib/aws-apigatewayv2";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

export interface PublicSocket {
  apiId: string;
  /** `wss://…`, for clients. */
  url: string;
  /** `https://…`, where functions send texts to connections. */
  connections: string;
  /** What a role names to use connections by this method. */
  arnOf(method: "POST" | "DELETE"): string;
}

const stageName = "socket";

/** The API with its only stage, which has the throttle of the settings for itself. */
export function socketApi(scope: Construct, { stage, throttle }: Settings): PublicSocket {
  const api = new WebSocketApi(scope, "SocketApi", { apiName: `gridless-${stage}-socket` });
  const made = new WebSocketStage(scope, "SocketStage", {
    webSocketApi: api,
    stageName,
    autoDeploy: true,
    throttle,
  });
  Validations.of(made).acknowledge({
    id: "AwsSolutions-APIG1",
    reason:
      "Access logs of a WebSocket API need a role in the settings of the whole account. Each function logs a line for each connection and text",
  });
  const { apiId } = api;
  return {
    apiId,
    url: made.url,
    connections: made.callbackUrl,
    arnOf: (method) =>
      Arn.format({
        ...{ partition: Aws.PARTITION, region: Aws.REGION, account: Aws.ACCOUNT_ID },
        ...{ service: "execute-api", resource: apiId, resourceName: `${stageName}/${method}/@connections/*` },
      }),
  };
}
