/*
 * What CloudFront uses and AWS makes in us-east-1 only: a web ACL, and a certificate for the domain where its hosted zone is named. A stack
 * elsewhere cannot have them, so they are a small stack of their own, for stacks in us-east-1 too. Settings name what it made
 * (`webAclArn`, `cdnCertificateArn`).
 *
 * No rule looks into bodies. The rules of AWS that do would refuse bodies above 8 KB and records with HTML, paths or code in their cells.
 */
import { App, type AppProps, CfnOutput, Stack, Validations } from "aws-cdk-lib";
import { Certificate, CertificateValidation } from "aws-cdk-lib/aws-certificatemanager";
import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { AwsSolutionsChecks } from "cdk-nag";
import type { Construct } from "constructs";
import { zoneOf } from "./domain.ts";
import { type Checked, checkLimits } from "./limits/check-limits.ts";
import { placeOf } from "./limits/place.ts";
import { readStack } from "./limits/stacks.ts";
import { cdnRegion, readSettings, type Settings } from "./settings.ts";

/** Writes the template, and compares it with the limits of AWS. Throws if a setting is invalid. */
export function synthesizeEdge(props?: AppProps): Checked {
  const app = new App({ analyticsReporting: false, ...props });
  new Edge(app, "GridlessEdge", readSettings(app));
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const { directory, stacks } = app.synth();
  const made = stacks.map(({ stackName, templateFile }) => readStack(directory, templateFile, stackName));
  return checkLimits(made, [placeOf(cdnRegion)]);
}

class Edge extends Stack {
  constructor(scope: Construct, id: string, { stage, domain, addressRate }: Settings) {
    super(scope, id, {
      stackName: `gridless-${stage}-edge`,
      description: "Gridless: what CloudFront uses",
      env: { region: cdnRegion },
    });
    const { attrArn: webAclArn } = webAcl(this, stage, addressRate);
    new CfnOutput(this, "WebAclArn", { value: webAclArn, description: "The setting webAclArn" });
    const zone = domain && zoneOf(this, domain);
    if (!zone) return;
    const { certificateArn } = new Certificate(this, "Certificate", {
      domainName: domain.name,
      validation: CertificateValidation.fromDns(zone),
    });
    new CfnOutput(this, "CdnCertificateArn", {
      value: certificateArn,
      description: "The setting cdnCertificateArn",
    });
  }
}

/** Refuses addresses that AWS knows as those of attackers, and those that send too many requests. */
function webAcl(scope: Construct, stage: string, addressRate: number): CfnWebACL {
  const visible = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    metricName: `gridless-${stage}-${metricName}`,
    // samples would have headers of requests
    sampledRequestsEnabled: false,
  });
  return new CfnWebACL(scope, "WebAcl", {
    name: `gridless-${stage}`,
    scope: "CLOUDFRONT",
    defaultAction: { allow: {} },
    visibilityConfig: visible("all"),
    rules: [
      {
        name: "too-many-requests",
        priority: 0,
        action: {
          block: {
            customResponse: { responseCode: 429, responseHeaders: [{ name: "retry-after", value: "300" }] },
          },
        },
        statement: {
          rateBasedStatement: { aggregateKeyType: "IP", evaluationWindowSec: 300, limit: addressRate },
        },
        visibilityConfig: visible("too-many-requests"),
      },
      {
        name: "known-attackers",
        priority: 1,
        overrideAction: { none: {} },
        statement: {
          managedRuleGroupStatement: { vendorName: "AWS", name: "AWSManagedRulesAmazonIpReputationList" },
        },
        visibilityConfig: visible("known-attackers"),
      },
    ],
  });
}
