import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import { readSettings } from "#lib/stack/settings";
import { isWhole } from "#test/support/run/sample";
import { takeBundles } from "./support/bundled.ts";
import { appIn, resourcesOf, synthesized } from "./support/synthesized.ts";

const defaults = {
  stage: "main",
  domainName: "",
  certificateArn: "",
  hostedZoneId: "",
  cdn: "off",
  cdnCertificateArn: "",
  webAclArn: "",
  cdnSecrets: "1",
  addressRate: "6000",
  corsOrigins: "",
  throttleRate: "50",
  throttleBurst: "100",
  monthlyBudget: "0",
  stopWritesAt: "0",
  maxReadUnits: "0",
  maxWriteUnits: "0",
  tokenRate: "0",
  tokenBurst: "20",
  consumersAtOnce: "10",
  logRetentionDays: "7",
  tracing: "off",
  alarmEmail: "",
  signUp: "invitation",
  mailFrom: "",
  aiModels: "",
  aiDailyTokens: "1000000",
  canary: "off",
  oidcIssuer: "",
  oidcClientId: "",
  oidcClientSecret: "",
  oidcName: "",
  oidcDomains: "",
  removalPolicy: "retain",
};
const certificateArn = "arn:aws:acm:us-east-1:000000000000:certificate/0a1b2c3d-1111-2222-3333-444455556666";
const webAclArn = "arn:aws:wafv2:us-east-1:000000000000:global/webacl/gridless-main/0a1b2c3d-1111";
const settingsOf = (context: object) => readSettings(new App({ context: { ...defaults, ...context } }));

describe("settings", () => {
  test("are text on the command line; an empty one is turned off", () => {
    expect(settingsOf({})).toEqual({
      stage: "main",
      addressRate: 6000,
      corsOrigins: [],
      throttle: { rateLimit: 50, burstLimit: 100 },
      consumersAtOnce: 10,
      logRetention: 7,
      tracing: false,
      signUp: "invitation",
      aiDailyTokens: 1_000_000,
      removalPolicy: "retain",
    });
  });

  test("are set if they are turned on", () => {
    const on = {
      domainName: "api.example.org",
      certificateArn,
      corsOrigins: "https://app.example.org, http://localhost:5173",
      monthlyBudget: "25.5",
      stopWritesAt: "90",
      maxReadUnits: "200",
      maxWriteUnits: "50",
      tokenRate: "2.5",
      tracing: "on",
      alarmEmail: "ada@example.org",
      signUp: "open",
      mailFrom: "gridless@example.org",
    };
    expect(settingsOf(on)).toMatchObject({
      domain: { name: "api.example.org", certificateArn },
      corsOrigins: ["https://app.example.org", "http://localhost:5173"],
      ...{ monthlyBudget: 25.5, stopWritesAt: 90, maxReadUnits: 200, maxWriteUnits: 50 },
      tokenLimit: { rate: 2.5, burst: 20 },
      tracing: true,
      alarmEmail: "ada@example.org",
      signUp: "open",
      mailFrom: "gridless@example.org",
    });
  });

  test("all have a default in cdk.json", async () => {
    const { context } = JSON.parse(await readFile(join(projectFolder, "cdk.json"), "utf8"));
    const { "cli-telemetry": _, ...settings } = context;
    expect(Object.keys(settings)).toEqual(Object.keys(defaults));
    expect(settingsOf(settings)).toMatchObject({ stage: "main", logRetention: 90 });
  });

  test.each([
    ["stage", "Main stage", "must begin with a lower-case letter"],
    ["stage", undefined, "is missing"],
    ["domainName", "https://api.example.org", "must be a domain"],
    ["domainName", "api.example.org", "domainName and certificateArn must be set together"],
    ["certificateArn", "arn:aws:acm:1", "must be the ARN of a certificate"],
    ["hostedZoneId", "example.org", "must be the id of a hosted zone"],
    ["cdn", "yes", "must be one of off, beside, on"],
    // CloudFront takes only what is in us-east-1
    ["cdnCertificateArn", certificateArn.replace("us-east-1", "eu-west-1"), "a certificate in us-east-1"],
    ["webAclArn", webAclArn.replace("us-east-1:", "eu-west-1:"), "a web ACL for CloudFront"],
    ["webAclArn", webAclArn.replace("global", "regional"), "a web ACL for CloudFront"],
    ["webAclArn", webAclArn, "set cdn too"],
    ["cdnSecrets", "", "a name of lower-case letters and digits"],
    ["cdnSecrets", "1,1", "a name of lower-case letters and digits"],
    ["cdnSecrets", "1,2,3", "a name of lower-case letters and digits"],
    ["cdnSecrets", "A b", "a name of lower-case letters and digits"],
    ["addressRate", "9", "must be at least 10"],
    ["corsOrigins", "https://app.example.org/", "must be origins as browsers send them"],
    ["throttleRate", "0", "must be"],
    ["throttleBurst", "1.5", "must be a whole number"],
    ["throttleBurst", "1e12", "must be at most"],
    ["throttleRate", "", "must be"],
    ["stage", "a-stage-of-thirty-two-characters", "at most 31"],
    ["monthlyBudget", "-1", "must be"],
    ["stopWritesAt", "1001", "must be at most 1000"],
    ["stopWritesAt", "-1", "must be"],
    ["stopWritesAt", "90", "is a part of monthlyBudget, which must be set too"],
    ["maxReadUnits", "1.5", "must be a whole number"],
    ["maxWriteUnits", "many", "must be a number"],
    ["tokenRate", "-1", "must be"],
    ["tokenRate", "fast", "must be a number"],
    // the numbers of its bucket would be too large for the store: 500 for each call with a token
    ["tokenRate", 1e-320, "must be 0, or from 0.000001 to 1000"],
    ["tokenRate", "0.0000000000000001", "must be 0, or from 0.000001 to 1000"],
    ["tokenBurst", "51", "must be at most 50"],
    ["consumersAtOnce", "9", "must be at least 10"],
    ["logRetentionDays", "4", "must be one of 1, 3, 5"],
    ["tracing", "some", "must be one of on, off"],
    ["alarmEmail", "ada", "must be one e-mail address"],
    ["alarmEmail", "ada@example.org,bob@example.org", "must be one e-mail address"],
    ["alarmEmail", "ada@@example.org", "must be one e-mail address"],
    ["signUp", "", "must be one of open, invitation"],
    ["mailFrom", "Ada <ada@example.org>", "must be one e-mail address"],
    // signs that mean something else in a policy, or that policies cannot have
    ["mailFrom", "*@example.org", "must be one e-mail address"],
    ["mailFrom", `\${aws:username}@example.org`, "must be one e-mail address"],
    ["mailFrom", "ada@exämple.org", "must be one e-mail address"],
    ["domainName", "-api.example.org", "must be a domain"],
    ["domainName", `${"a".repeat(64)}.example.org`, "must be a domain"],
    ["domainName", `${"a.".repeat(125)}example.org`, "must be a domain"],
    ["domainName", "bücher.example", "other letters as xn--"],
    ["corsOrigins", "https://app.example.org:443", "no usual port"],
    ["corsOrigins", "https://app.example.org:99999", "must be origins"],
    ["corsOrigins", "https://App.example.org", "lower case"],
    ["corsOrigins", "https://*.example.org", `not "https://*.example.org"`],
    ["corsOrigins", "app.example.org", "must be origins"],
    ["logRetentionDays", true, "must be"],
    ["throttleRate", true, "must be a number"],
    ["throttleRate", "0x10", "must be a number"],
    ["tokenRate", "", "must be a number"],
    ["tokenRate", null, "must be a number"],
    ["tokenRate", undefined, "is missing"],
    ["aiDailyTokens", undefined, "is missing"],
    ["canary", "yes", "must be one of off, on, at-once"],
    ["oidcIssuer", "http://login.example.org", "must begin with https://"],
    ["oidcIssuer", "https://127.0.0.1:8080", "must name a host on the internet"],
    ["oidcIssuer", "https://login.example.org?a=b", "must not have a query"],
    ["oidcIssuer", "https://login.example.org", "oidcIssuer and oidcClientId must be set together"],
    ["oidcDomains", "@example.org", "must be domains of e-mail addresses"],
    ["oidcName", "x".repeat(51), "must have at most 50 characters"],
    ["removalPolicy", undefined, "is missing"],
    ["removalPolicy", "keep", "must be one of retain, destroy"],
  ])("%s may not be %s", (name, value, message) => {
    const needed = name === "certificateArn" ? { domainName: "api.example.org" } : {};
    const settings = () => settingsOf({ ...needed, [name]: value });
    expect(settings).toThrow(message);
    expect(settings).toThrow(`Invalid setting ${name}=`);
    // exactly one line
    expect(settings).not.toThrow("\n");
  });

  test("of the provider: without a secret in what is refused", () => {
    const needed = { oidcIssuer: "https://login.example.org/a/", oidcClientId: "c" };
    expect(settingsOf(needed).oidc).toEqual({
      ...{ issuer: "https://login.example.org/a/", clientId: "c", secretParameter: "" },
      ...{ name: "", domains: "" },
    });
    const wrong = () => settingsOf({ ...needed, oidcClientSecret: "hunter2" });
    expect(wrong).toThrow("Invalid setting oidcClientSecret=…: must be the name of a parameter");
    expect(wrong).not.toThrow("hunter2");
    for (const name of ["oidcClientId", "oidcClientSecret", "oidcName", "oidcDomains"])
      expect(() => settingsOf({ [name]: name === "oidcClientSecret" ? "/a/b" : "example.org" })).toThrow(
        "oidcIssuer and oidcClientId must be set together",
      );
  });

  test("a hosted zone is enough for a domain, and needs one", () => {
    const hostedZoneId = "Z0123456789ABCDEFGHIJ";
    expect(settingsOf({ domainName: "api.example.org", hostedZoneId })).toMatchObject({
      domain: { name: "api.example.org", hostedZoneId },
    });
    expect(() => settingsOf({ hostedZoneId })).toThrow("domainName and hostedZoneId");
  });

  test("CloudFront needs no domain, and with one a certificate of its own; alone it needs none of the API's", () => {
    expect(settingsOf({ cdn: "on", webAclArn, cdnSecrets: "b,a" })).toMatchObject({
      cdn: { isOnly: true, webAclArn, secrets: ["b", "a"] },
    });
    const domainName = "api.example.org";
    const own = { domainName, cdnCertificateArn: certificateArn };
    expect(settingsOf({ ...own, cdn: "on" })).toMatchObject({
      domain: { name: domainName },
      cdn: { isOnly: true, certificateArn, secrets: ["1"] },
    });
    expect(settingsOf({ ...own, certificateArn, cdn: "beside" })).toMatchObject({
      domain: { name: domainName, certificateArn },
      cdn: { isOnly: false, certificateArn },
    });
    const both = "domainName and cdnCertificateArn must be set together";
    expect(() => settingsOf({ domainName, certificateArn, cdn: "beside" })).toThrow(both);
    expect(() => settingsOf({ domainName, cdn: "on" })).toThrow(both);
    expect(() => settingsOf({ cdn: "on", cdnCertificateArn: certificateArn })).toThrow(both);
    expect(() => settingsOf({ ...own, cdn: "beside" })).toThrow("domainName and certificateArn must be set");
    expect(() => settingsOf({ cdn: "on", hostedZoneId: "Z0123456789ABCDEFGHIJ" })).toThrow("domainName and");
    // prepared, and not yet used
    expect(settingsOf({ ...own, certificateArn })).not.toHaveProperty("cdn");
  });

  test("of domains and origins may have other letters in their ASCII form, addresses of IPv6, and repeats", () => {
    const own = { domainName: "api.xn--bcher-kva.xn--p1ai", certificateArn };
    const corsOrigins = "http://[::1]:5173 https://app.example.org,https://app.example.org,http://*";
    expect(settingsOf({ ...own, corsOrigins })).toMatchObject({
      domain: { name: "api.xn--bcher-kva.xn--p1ai" },
      corsOrigins: ["http://[::1]:5173", "https://app.example.org", "http://*"],
    });
  });

  test.each([
    ["stagee", "did you mean stage?"],
    ["Stage", "did you mean stage?"],
    ["stage-name", "did you mean stage?"],
    ["throttlerate", "did you mean throttleRate?"],
    ["corsOrigin", "did you mean corsOrigins?"],
    ["domain", "did you mean domainName?"],
    ["stage:eu", "did you mean stage?"],
    ["aws-stage", "did you mean stage?"],
    ["main/stage", "did you mean stage?"],
    ["emulator", "the settings are stage, domainName"],
    ["", "the settings are stage, domainName"],
  ])("an unknown one, %s, is refused with one line that names the nearest", (name, hint) => {
    const settings = () => settingsOf({ [name]: "prod" });
    expect(settings).toThrow(`Unknown setting ${name}: ${hint}`);
    expect(settings).not.toThrow("\n");
  });

  test("the CDK's own names are not settings", () => {
    const own = { "aws:cdk:enable-path-metadata": true, "@aws-cdk/core:newStyleStackSynthesis": true };
    const looked = { "availability-zones:account=1:region=eu-west-1": ["a"], "cli-telemetry": false };
    expect(settingsOf({ ...own, ...looked })).toEqual(settingsOf({}));
  });
});

describe("the synthesis", () => {
  let own: ReturnType<typeof temporaryFolder>;
  let app: App;
  beforeAll(async () => {
    own = temporaryFolder();
    // bundling again takes 20 s of a processor
    app = await appIn(own.folder, "plain", isWhole ? undefined : takeBundles("plain"));
  }, 900_000);
  afterAll(() => own.remove());

  test.runIf(isWhole)(
    "of the same input gives the same resources, also in another folder",
    async () => {
      const { stacks, resourcesOf: before } = await synthesized("plain");
      const again = resourcesOf(app);
      expect(again.map(([stack]) => stack)).toEqual(stacks);
      expect(again.map(([, resources]) => resources)).toEqual(stacks.map(before));
    },
    900_000,
  );

  test.each(["plain", "full"] as const)(
    "%s has no finding of cdk-nag or cfn-lint without a reason",
    async (name) => {
      expect((await synthesized(name)).summary).toContain(" 0 unexplained");
    },
    900_000,
  );

  test("fails if cdk-nag has a finding without an acknowledged reason", () => {
    new Bucket(app.node.findChild("Gridless"), "Open");
    expect(() => app.synth({ force: true })).toThrow("AwsSolutions-S1");
  }, 900_000);
});
