import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  CorsHttpMethod,
  type CorsPreflightOptions,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { apiPrefix } from "#lib/http/api-prefix";
import { cors } from "#lib/http/cors";
import { cdnBefore, type PublicCdn } from "./cdn.ts";
import { domainOfApi, pointDomainTo, targetOfApi, zoneOf } from "./domain.ts";
import type { Settings } from "./settings.ts";

/** One line of JSON for each request. It has no tokens, no bodies, and no paths: the path of a share gives access to it. */
const accessLogFormat = JSON.stringify({
  requestId: "$context.requestId",
  time: "$context.requestTime",
  ip: "$context.identity.sourceIp",
  userAgent: "$context.identity.userAgent",
  method: "$context.httpMethod",
  route: "$context.routeKey",
  status: "$context.status",
  bytes: "$context.responseLength",
  milliseconds: "$context.responseLatency",
  functionMilliseconds: "$context.integration.latency",
  error: "$context.error.message",
  functionError: "$context.integration.error",
});

export interface PublicApi {
  api: HttpApi;
  accessLog: LogGroup;
  /** Its public address, without a slash at the end. */
  url: string;
  /** CloudFront before it, if the settings say so. */
  cdn?: PublicCdn;
}

/**
 * The API with its two stages: `$default` serves the plain paths, `api` the same routes below `/api` (lib/http/api-prefix.ts). One
 * route serves both, so the quota of 300 routes counts it once. API Gateway throttles each stage by itself, so each has half of the settings.
 * The routes are defined with their functions (area.ts).
 */
export function httpApi(scope: Construct, settings: Settings): PublicApi {
  const { stage, throttle, corsOrigins } = settings;
  const api = new HttpApi(scope, "Api", {
    apiName: `gridless-${stage}`,
    createDefaultStage: false,
    ...(corsOrigins.length > 0 && { corsPreflight: preflight(corsOrigins) }),
  });
  const accessLog = new LogGroup(scope, "AccessLogs", {
    // Each log group that API Gateway writes to takes room in one policy of the account, and where there is none the stage is refused. Names that
    // begin so share their room.
    logGroupName: `/aws/vendedlogs/gridless-${stage}`,
    retention: settings.logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const { domain } = settings;
  const zone = domain && zoneOf(scope, domain);
  // where all calls come through CloudFront, the domain is that of CloudFront alone
  const domainName = domain && !settings.cdn?.isOnly ? domainOfApi(scope, domain, zone) : undefined;
  const common = {
    httpApi: api,
    autoDeploy: true,
    throttle: { rateLimit: throttle.rateLimit / 2, burstLimit: Math.ceil(throttle.burstLimit / 2) },
    accessLogSettings: {
      destination: new LogGroupLogDestination(accessLog),
      format: AccessLogFormat.custom(accessLogFormat),
    },
  };
  new HttpStage(scope, "Stage", {
    ...common,
    stageName: "$default",
    ...(domainName && { domainMapping: { domainName } }),
  });
  new HttpStage(scope, "ApiStage", {
    ...common,
    stageName: apiPrefix,
    ...(domainName && { domainMapping: { domainName, mappingKey: apiPrefix } }),
  });
  const cdn = settings.cdn && cdnBefore(scope, api, settings.cdn, settings);
  if (domain) {
    const target = cdn?.targetOf(scope) ?? (domainName && targetOfApi(domainName));
    if (target) pointDomainTo(scope, domain, zone, target);
  }
  const url = domain ? `https://${domain.name}` : (cdn?.url ?? api.apiEndpoint);
  return { api, accessLog, url, ...(cdn && { cdn }) };
}

const preflight = (allowOrigins: string[]): CorsPreflightOptions => ({
  allowOrigins,
  allowMethods: cors.methods.map((method) => CorsHttpMethod[method]),
  allowHeaders: [...cors.headers],
  exposeHeaders: [...cors.exposed],
  maxAge: Duration.seconds(cors.maxAge),
});

/** The number of responses with status 429. API Gateway has no metric for the requests it throttles. */
export function tooManyRequests({ accessLog }: PublicApi, { stage }: Settings): Metric {
  const filter = accessLog.addMetricFilter("TooManyRequests", {
    filterPattern: FilterPattern.stringValue("$.status", "=", "429"),
    metricNamespace: "Gridless",
    metricName: `TooManyRequests-${stage}`,
  });
  return filter.metric();
}
