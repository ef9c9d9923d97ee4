/* The settings with which tests make the stack. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#lib/registry";

/** The settings in cdk.json. */
export const defaultContext: Record<string, unknown> = JSON.parse(
  readFileSync(path.join(projectFolder, "cdk.json"), "utf8"),
).context;

/** Every setting differs from cdk.json. */
const everySetting = {
  stage: "full",
  domainName: "api.example.org",
  certificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/0a1b2c3d",
  hostedZoneId: "Z0123456789ABCDEFGHIJ",
  cdn: "beside",
  cdnCertificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/1b2c3d4e",
  webAclArn: "arn:aws:wafv2:us-east-1:000000000000:global/webacl/gridless-full/0a1b2c3d",
  cdnSecrets: "b,a",
  addressRate: 500,
  corsOrigins: "https://app.example.org,http://localhost:5173",
  throttleRate: 7,
  throttleBurst: 9,
  monthlyBudget: 25.5,
  stopWritesAt: 90,
  maxReadUnits: 200,
  maxWriteUnits: 50,
  tokenRate: 0.0001,
  tokenBurst: 2,
  consumersAtOnce: 20,
  logRetentionDays: 30,
  tracing: "off",
  alarmEmail: "ada@example.org",
  signUp: "open",
  mailFrom: "gridless@example.org",
  aiModels: "fast=amazon.nova-micro-v1:0 wide=us.amazon.nova-lite-v1:0+images",
  aiDailyTokens: 5000,
  canary: "on",
  oidcIssuer: "https://login.example.org/",
  oidcClientId: "gridless",
  oidcClientSecret: "/gridless/full/oidc-client-secret",
  oidcName: "Example",
  oidcDomains: "example.org,example.net",
  removalPolicy: "destroy",
};

export const contexts = { plain: defaultContext, full: { ...defaultContext, ...everySetting } };
