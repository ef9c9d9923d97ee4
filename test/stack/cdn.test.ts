/* CloudFront before the API, and what it uses in us-east-1. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { App, Stack } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { isEndpoint, isFallback } from "#lib/registry";
import { viewerCode } from "#lib/stack/cdn";
import { synthesizeEdge } from "#lib/stack/edge";
import { deployedOf } from "#lib/stack/functions/deployed";
import { httpApi } from "#lib/stack/http-api";
import { checkLimits } from "#lib/stack/limits/check-limits";
import { longestPlace } from "#lib/stack/limits/place";
import { readStack } from "#lib/stack/limits/stacks";
import { longestStage, readSettings } from "#lib/stack/settings";
import { contexts, defaultContext } from "./support/contexts.ts";
import { type Synthesized, synthesized } from "./support/synthesized.ts";

let plain: Synthesized;
let full: Synthesized;
beforeAll(async () => {
  plain = await synthesized("plain");
  full = await synthesized("full");
}, 900_000);

const only = (made: Synthesized, type: Parameters<Synthesized["all"]>[0]) => {
  const all = made.all(type);
  expect(all).toHaveLength(1);
  return all[0]?.Properties;
};

/** The template of an API with other settings than those of cdk.json. */
function templateWith(context: object): Template {
  const app = new App({ context: { ...defaultContext, ...context } });
  const stack = new Stack(app, "Own");
  httpApi(stack, readSettings(app));
  return Template.fromStack(stack);
}

describe("by default", () => {
  test("there is no CloudFront, no secret, and nothing of it in the code", () => {
    for (const type of [
      "AWS::CloudFront::Distribution",
      "AWS::CloudFront::Function",
      "AWS::SecretsManager::Secret",
    ] as const)
      expect(plain.all(type)).toEqual([]);
    expect(JSON.stringify(plain.all("AWS::Lambda::Function"))).not.toContain("GRIDLESS_CDN");
    expect(plain.codeOf("record")).not.toContain("x-gridless-cdn");
    expect(full.codeOf("record")).toContain("x-gridless-cdn");
  });
});

describe("the distribution", () => {
  const config = () => only(full, "AWS::CloudFront::Distribution").DistributionConfig;

  test("leads to the API by its own host, only by TLS, and no longer waits than it", () => {
    const [origin, ...others] = config().Origins;
    expect(others).toEqual([]);
    expect(JSON.stringify(origin.DomainName)).toContain("ApiEndpoint");
    expect(origin.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: "https-only",
      OriginSSLProtocols: ["TLSv1.2"],
      OriginReadTimeout: 40,
    });
    expect(config()).toMatchObject({
      HttpVersion: "http2and3",
      IPV6Enabled: true,
      Aliases: ["api.example.org"],
      WebACLId: contexts.full.webAclArn,
      ViewerCertificate: {
        AcmCertificateArn: contexts.full.cdnCertificateArn,
        MinimumProtocolVersion: "TLSv1.2_2021",
        SslSupportMethod: "sni-only",
      },
    });
  });

  test("sends the first secret, and functions with routes take both; no value of one is in a template", () => {
    const reference = (name: string) =>
      new RegExp(`resolve:secretsmanager:.*CdnSecret${name}\\w{8}.*:SecretString:::`);
    const [header, ...others] = config().Origins[0].OriginCustomHeaders;
    expect(others).toEqual([]);
    expect(header.HeaderName).toBe("x-gridless-cdn");
    expect(JSON.stringify(header.HeaderValue)).toMatch(reference("b"));
    expect(JSON.stringify(header.HeaderValue)).not.toMatch(reference("a"));
    const secrets = full.all("AWS::SecretsManager::Secret");
    expect(secrets.map(({ id }) => id.slice(0, -8)).sort()).toEqual(["CdnSecreta", "CdnSecretb"]);
    for (const { Properties } of secrets)
      expect(Properties).toMatchObject({
        GenerateSecretString: { PasswordLength: 48, ExcludePunctuation: true },
      });
    const routed = deployedOf(full.registry)
      .filter(({ members }) => members.some((each) => isEndpoint(each) || isFallback(each)))
      .map(({ operation }) => `${operation}.handler`);
    const knowing = full
      .all("AWS::Lambda::Function")
      .filter(({ Properties }) => "GRIDLESS_CDN_SECRETS" in Properties.Environment.Variables);
    expect(knowing.map(({ Properties }) => Properties.Handler).sort()).toEqual(routed.sort());
    for (const { Properties } of knowing)
      expect(JSON.stringify(Properties.Environment.Variables.GRIDLESS_CDN_SECRETS)).toMatch(
        /resolve:secretsmanager:.*CdnSecretb.*:SecretString:::\}\} \{\{resolve:secretsmanager:.*CdnSecreta.*:SecretString:::/,
      );
  });

  test("keeps nothing but files that are the same for everyone, and of errors nothing", () => {
    const { DefaultCacheBehavior: own, CacheBehaviors: files, CustomErrorResponses: errors } = config();
    expect(own).toMatchObject({
      AllowedMethods: ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"],
      // the managed policies CachingDisabled and AllViewerExceptHostHeader
      CachePolicyId: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
      OriginRequestPolicyId: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
      ViewerProtocolPolicy: "https-only",
      Compress: false,
    });
    expect(files.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual([
      "/app/assets/*",
      "/docs/*",
    ]);
    for (const each of files) {
      // CachingOptimized: neither cookies nor queries are sent on
      expect(each).toMatchObject({
        CachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6",
        ViewerProtocolPolicy: "https-only",
      });
      expect(each).not.toHaveProperty("OriginRequestPolicyId");
      expect(each.AllowedMethods ?? ["GET", "HEAD"]).toEqual(["GET", "HEAD"]);
    }
    const kept = errors.map((each: { ErrorCode: number; ErrorCachingMinTTL: number }) => [
      each.ErrorCode,
      each.ErrorCachingMinTTL,
    ]);
    expect(kept).toEqual([400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((code) => [code, 0]));
    expect(JSON.stringify(errors)).not.toContain("ResponsePagePath");
  });

  test("says the address of the viewer by a function, whatever a viewer sends", () => {
    const [association] = config().DefaultCacheBehavior.FunctionAssociations;
    expect(association.EventType).toBe("viewer-request");
    expect(only(full, "AWS::CloudFront::Function")).toMatchObject({
      FunctionCode: viewerCode,
      FunctionConfig: { Runtime: "cloudfront-js-2.0" },
    });
    const request = {
      headers: { "x-gridless-viewer": { value: "1.1.1.1", multiValue: [{ value: "2.2.2.2" }] } },
    };
    const event = { viewer: { ip: "203.0.113.7" }, request };
    expect(runInNewContext(`${viewerCode}; handler(event)`, { event })).toEqual({
      headers: { "x-gridless-viewer": { value: "203.0.113.7" } },
    });
  });

  test("has the records of the domain, of both kinds of addresses", () => {
    const records = full.all("AWS::Route53::RecordSet").map(({ Properties }) => Properties);
    expect(records.map(({ Type, Name }) => [Type, Name]).sort()).toEqual([
      ["A", "api.example.org."],
      ["AAAA", "api.example.org."],
    ]);
    for (const { AliasTarget } of records)
      expect(JSON.stringify(AliasTarget.DNSName)).toMatch(/"Cdn\w{8}","DomainName"/);
  });
});

test("alone, it has the domain, and the API has none; without a domain the service has the address that CloudFront gives", () => {
  const named = { domainName: "api.example.org", cdnCertificateArn: contexts.full.cdnCertificateArn };
  const alone = templateWith({ ...named, cdn: "on" });
  alone.resourceCountIs("AWS::ApiGatewayV2::DomainName", 0);
  alone.resourceCountIs("AWS::CloudFront::Distribution", 1);
  alone.resourceCountIs("AWS::Route53::RecordSet", 0);
  alone.hasOutput("DomainTarget", {
    Value: { "Fn::GetAtt": [Match.stringLikeRegexp("^Cdn"), "DomainName"] },
  });
  const app = new App({ context: { ...defaultContext, cdn: "on" } });
  const stack = new Stack(app, "Own");
  const { url } = httpApi(stack, readSettings(app));
  expect(JSON.stringify(stack.resolve(url))).toMatch(/"https:\/\/".*"Cdn\w{8}","DomainName"/);
  const [own] = Object.values(Template.fromStack(stack).findResources("AWS::CloudFront::Distribution"));
  for (const name of ["ViewerCertificate", "Aliases", "WebACLId"])
    expect(own?.["Properties"].DistributionConfig).not.toHaveProperty(name);
});

test("a stage with the longest name keeps the limits of AWS, in the region with the longest name", () => {
  const own = temporaryFolder();
  const app = new App({ outdir: own.folder, context: { ...contexts.full, stage: longestStage } });
  httpApi(new Stack(app, "Own", { stackName: `gridless-${longestStage}` }), readSettings(app));
  const { directory, stacks } = app.synth();
  const read = stacks.map((each) => readStack(directory, each.templateFile, each.stackName));
  expect(checkLimits(read, [longestPlace()]).violations).toEqual([]);
  own.remove();
});

describe("the stack with what CloudFront uses", () => {
  function edge(context: object) {
    const own = temporaryFolder();
    try {
      const checked = synthesizeEdge({ outdir: own.folder, context: { ...defaultContext, ...context } });
      const { Resources, Outputs } = JSON.parse(
        readFileSync(path.join(own.folder, "GridlessEdge.template.json"), "utf8"),
      );
      const manifest = JSON.parse(readFileSync(path.join(own.folder, "manifest.json"), "utf8"));
      return {
        checked,
        resources: Object.values<ReturnType<typeof JSON.parse>>(Resources),
        outputs: Outputs,
        manifest,
      };
    } finally {
      own.remove();
    }
  }
  const ofType = ({ resources }: ReturnType<typeof edge>, type: string) =>
    resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);

  test("is in us-east-1, and keeps the limits of AWS with the longest name too", () => {
    for (const stage of ["main", longestStage]) {
      const { checked, manifest } = edge({ stage });
      expect(checked.violations).toEqual([]);
      expect(manifest.artifacts.GridlessEdge).toMatchObject({
        environment: "aws://unknown-account/us-east-1",
        properties: { stackName: `gridless-${stage}-edge` },
      });
    }
  });

  test("has a web ACL that limits an address and refuses known attackers; no rule looks into a body", () => {
    const made = edge({ addressRate: "500" });
    const [acl, ...others] = ofType(made, "AWS::WAFv2::WebACL");
    expect(others).toEqual([]);
    expect(acl).toMatchObject({ Scope: "CLOUDFRONT", DefaultAction: { Allow: {} } });
    expect(acl.Rules.map(({ Statement }: { Statement: object }) => Statement)).toEqual([
      { RateBasedStatement: { AggregateKeyType: "IP", EvaluationWindowSec: 300, Limit: 500 } },
      { ManagedRuleGroupStatement: { VendorName: "AWS", Name: "AWSManagedRulesAmazonIpReputationList" } },
    ]);
    expect(Object.keys(made.outputs).filter((name) => /Arn$/.test(name))).toEqual(["WebAclArn"]);
  });

  test("has a certificate where the hosted zone of the domain is named", () => {
    const made = edge({ domainName: "api.example.org", hostedZoneId: "Z0123456789ABCDEFGHIJ" });
    expect(ofType(made, "AWS::CertificateManager::Certificate")).toMatchObject([
      { DomainName: "api.example.org", DomainValidationOptions: [{ HostedZoneId: "Z0123456789ABCDEFGHIJ" }] },
    ]);
    expect(made.outputs).toHaveProperty("CdnCertificateArn");
  });
});
