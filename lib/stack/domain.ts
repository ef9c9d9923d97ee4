/* A custom domain: of the API, or of CloudFront before it. */
import { CfnOutput } from "aws-cdk-lib";
import { DomainName } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate, CertificateValidation } from "aws-cdk-lib/aws-certificatemanager";
import {
  AaaaRecord,
  ARecord,
  HostedZone,
  type IAliasRecordTarget,
  type IHostedZone,
  RecordTarget,
} from "aws-cdk-lib/aws-route53";
import { ApiGatewayv2DomainProperties } from "aws-cdk-lib/aws-route53-targets";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

type Domain = NonNullable<Settings["domain"]>;

/** Where the records of the domain lead. */
export interface DomainTarget {
  host: string;
  hostedZoneId: string;
  alias: IAliasRecordTarget;
  /** Whether it has addresses of IPv6 too. */
  hasIpv6: boolean;
}

/** The hosted zone of the settings, in which the domain is. */
export const zoneOf = (scope: Construct, { name, hostedZoneId }: Domain): IHostedZone | undefined =>
  hostedZoneId === undefined
    ? undefined
    : HostedZone.fromHostedZoneAttributes(scope, "Zone", { hostedZoneId, zoneName: name });

/** The domain of the API, with a certificate from the hosted zone if none is named. */
export function domainOfApi(
  scope: Construct,
  { name, certificateArn }: Domain,
  zone: IHostedZone | undefined,
): DomainName {
  return new DomainName(scope, "Domain", {
    domainName: name,
    certificate: certificateArn
      ? Certificate.fromCertificateArn(scope, "Certificate", certificateArn)
      : new Certificate(scope, "OwnCertificate", {
          domainName: name,
          validation: CertificateValidation.fromDns(zone),
        }),
  });
}

/** Where the records lead without CloudFront. */
export const targetOfApi = ({ regionalDomainName, regionalHostedZoneId }: DomainName): DomainTarget => ({
  host: regionalDomainName,
  hostedZoneId: regionalHostedZoneId,
  alias: new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId),
  hasIpv6: false,
});

/**
 * Makes the records of the domain where its hosted zone is named. Without one it works once its DNS record points to the output
 * DomainTarget.
 */
export function pointDomainTo(
  scope: Construct,
  domain: Domain,
  zone: IHostedZone | undefined,
  target: DomainTarget,
): void {
  if (zone) {
    // the dot at the end: the name is whole
    const record = { zone, recordName: `${domain.name}.`, target: RecordTarget.fromAlias(target.alias) };
    new ARecord(scope, "DomainRecord", record);
    if (target.hasIpv6) new AaaaRecord(scope, "DomainRecordIpv6", record);
  }
  new CfnOutput(scope, "DomainTarget", {
    value: target.host,
    description: "Target of the DNS record (CNAME or alias) of the custom domain",
  });
  new CfnOutput(scope, "DomainHostedZone", {
    value: target.hostedZoneId,
    description: "Hosted zone of that target, which an alias record of Route 53 names",
  });
}
