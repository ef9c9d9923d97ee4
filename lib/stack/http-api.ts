import { CfnOutput, Duration, RemovalPolicy } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  CorsHttpMethod,
  type CorsPreflightOptions,
  DomainName,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate, CertificateValidation } from "aws-cdk-lib/aws-certificatemanager";
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, LogGroup } from "aws-cdk-lib/aws-logs";
import { ARecord, HostedZone, RecordTarget } from "aws-cdk-lib/aws-route53";
import { ApiGatewayv2DomainProperties } from "aws-cdk-lib/aws-route53-targets";
import type { Construct } from "constructs";
import { apiPrefix } from "#lib/http/api-prefix";
import { cors } from "#lib/http/cors";
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
    retention: settings.logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const domainName = settings.domain && ownDomain(scope, settings.domain);
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
  return { api, accessLog, url: settings.domain ? `https://${settings.domain.name}` : api.apiEndpoint };
}

const preflight = (allowOrigins: string[]): CorsPreflightOptions => ({
  allowOrigins,
  allowMethods: cors.methods.map((method) => CorsHttpMethod[method]),
  allowHeaders: [...cors.headers],
  exposeHeaders: [...cors.exposed],
  maxAge: Duration.seconds(cors.maxAge),
});

/**
 * A custom domain. Where its hosted zone is named, its records are made there, and a certificate if none is named. Without one it works once
 * its DNS record points to the output DomainTarget.
 */
function ownDomain(
  scope: Construct,
  { name, certificateArn, hostedZoneId }: NonNullable<Settings["domain"]>,
): DomainName {
  const zone =
    hostedZoneId === undefined
      ? undefined
      : HostedZone.fromHostedZoneAttributes(scope, "Zone", { hostedZoneId, zoneName: name });
  const domain = new DomainName(scope, "Domain", {
    domainName: name,
    certificate: certificateArn
      ? Certificate.fromCertificateArn(scope, "Certificate", certificateArn)
      : new Certificate(scope, "OwnCertificate", {
          domainName: name,
          validation: CertificateValidation.fromDns(zone),
        }),
  });
  if (zone) {
    const target = RecordTarget.fromAlias(
      new ApiGatewayv2DomainProperties(domain.regionalDomainName, domain.regionalHostedZoneId),
    );
    // the dot at the end: the name is whole
    new ARecord(scope, "DomainRecord", { zone, recordName: `${name}.`, target });
  }
  new CfnOutput(scope, "DomainTarget", {
    value: domain.regionalDomainName,
    description: "Target of the DNS record (CNAME or alias) of the custom domain",
  });
  new CfnOutput(scope, "DomainHostedZone", {
    value: domain.regionalHostedZoneId,
    description: "Hosted zone of that target, which an alias record of Route 53 names",
  });
  return domain;
}

/** The number of responses with status 429. API Gateway has no metric for the requests it throttles. */
export function tooManyRequests({ accessLog }: PublicApi, { stage }: Settings): Metric {
  const filter = accessLog.addMetricFilter("TooManyRequests", {
    filterPattern: FilterPattern.stringValue("$.status", "=", "429"),
    metricNamespace: "Gridless",
    metricName: `TooManyRequests-${stage}`,
  });
  return filter.metric();
}
