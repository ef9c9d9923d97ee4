/*
 * CloudFront before the API (the setting `cdn`): people see one site, with HTTP/3 and addresses of IPv6, and a web ACL may look at each request.
 *
 *   viewer ─▶ CloudFront ─▶ web ACL ─▶ function: x-gridless-viewer ─▶ origin: + x-gridless-cdn ─▶ API ─▶ lib/http/refusals/refuse-direct-call.ts
 *
 * The origin is the API by its own host name, because then it needs no second domain and no second certificate. That name stays open to everyone,
 * so CloudFront sends a secret, and functions refuse calls without it. The address of the viewer comes from a function: the policy
 * that leaves out `Host`, which API Gateway would not know, leaves out the headers that CloudFront adds, too.
 */
import { Aws, Duration, Fn, Validations } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { CloudFrontTarget } from "aws-cdk-lib/aws-route53-targets";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { secretHeader, viewerHeader } from "#lib/http/refusals/refuse-direct-call";
import type { DomainTarget } from "./domain.ts";
import type { Settings } from "./settings.ts";

export interface PublicCdn {
  /** The address that CloudFront gives it. */
  url: string;
  /** Where the records of a domain lead. */
  targetOf(scope: Construct): DomainTarget;
  /** By these values functions know calls that come through it. CloudFormation fills them in: they are in no template. */
  secrets: string;
}

/** Runs at the edge for each request. It replaces what a viewer may have sent in this header. */
export const viewerCode = `function handler(event) {
  var request = event.request;
  request.headers["${viewerHeader}"] = { value: event.viewer.ip };
  return request;
}`;

/** Only files whose answer is the same for everyone. Their requests lose cookies and tokens on the way. */
const cachedPaths = ["/app/assets/*", "/docs/*"];

/** The statuses of errors that CloudFront would keep for ten seconds. */
const errors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** Makes the distribution with its secrets. */
export function cdnBefore(
  scope: Construct,
  api: HttpApi,
  { certificateArn, webAclArn, secrets: names }: NonNullable<Settings["cdn"]>,
  { stage, domain }: Settings,
): PublicCdn {
  const secrets = names.map((name) => makeSecret(scope, name));
  const viewer = new cloudfront.Function(scope, "CdnViewer", {
    // names of CloudFront are those of an account, in all regions
    functionName: `gridless-${stage}-${Aws.REGION}`,
    comment: "Says to the API which address a request comes from",
    code: cloudfront.FunctionCode.fromInline(viewerCode),
    runtime: cloudfront.FunctionRuntime.JS_2_0,
  });
  const origin = new HttpOrigin(Fn.select(2, Fn.split("/", api.apiEndpoint)), {
    protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
    customHeaders: { [secretHeader]: secrets[0] ?? "" },
    // longer than any answer of API Gateway
    readTimeout: Duration.seconds(40),
  });
  // a redirect would hide that a program sends its token in the clear
  const common = { origin, viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY };
  const cached: cloudfront.BehaviorOptions = {
    ...common,
    cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
  };
  const distribution = new cloudfront.Distribution(scope, "Cdn", {
    comment: `gridless-${stage}`,
    ...(domain && { domainNames: [domain.name] }),
    ...(certificateArn && {
      certificate: Certificate.fromCertificateArn(scope, "CdnCertificate", certificateArn),
      minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
    }),
    ...(webAclArn && { webAclId: webAclArn }),
    httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
    defaultBehavior: {
      ...common,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      // the functions compress their answers (lib/http/encodings)
      compress: false,
      functionAssociations: [{ function: viewer, eventType: cloudfront.FunctionEventType.VIEWER_REQUEST }],
    },
    additionalBehaviors: Object.fromEntries(cachedPaths.map((path) => [path, cached])),
    errorResponses: errors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
  });
  explain(distribution, certificateArn, webAclArn);
  return {
    url: `https://${distribution.domainName}`,
    targetOf: (zoneScope) => ({
      host: distribution.domainName,
      hostedZoneId: CloudFrontTarget.getHostedZoneId(zoneScope),
      alias: new CloudFrontTarget(distribution),
      hasIpv6: true,
    }),
    secrets: secrets.join(" "),
  };
}

/** Gives the value of a secret as CloudFormation fills it in: a reference to it. */
function makeSecret(scope: Construct, name: string): string {
  const secret = new Secret(scope, `CdnSecret${name}`, {
    description: "Sent by CloudFront to the API",
    generateSecretString: { excludePunctuation: true, passwordLength: 48 },
  });
  Validations.of(secret).acknowledge({
    id: "AwsSolutions-SMG4",
    reason:
      "Three deployments replace it (docs/operations/cdn.md): CloudFormation fills it into the distribution and the functions, and would not notice a rotation",
  });
  return secret.secretValue.unsafeUnwrap();
}

/** Says to cdk-nag why some things are as they are. */
function explain(distribution: cloudfront.Distribution, certificateArn?: string, webAclArn?: string): void {
  const acknowledge = (id: string, reason: string) =>
    Validations.of(distribution).acknowledge({ id, reason });
  acknowledge("AwsSolutions-CFR1", "The service is for people in all countries");
  acknowledge(
    "AwsSolutions-CFR3",
    "The API's access log has each request but those for cached files; logs of CloudFront would need a bucket",
  );
  if (!webAclArn)
    acknowledge("AwsSolutions-CFR2", "A web ACL is a setting, because it costs something each month");
  if (!certificateArn)
    acknowledge(
      "AwsSolutions-CFR4",
      "The name that CloudFront gives has a certificate and protocols that cannot be chosen",
    );
}
