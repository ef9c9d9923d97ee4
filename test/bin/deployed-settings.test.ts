/*
 * How it is known that each setting of cdk.json acts: a test of the templates, and what is seen of it in a stack on the emulator, or why nothing can be. A new
 * setting fails here until both are said.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import { contexts, defaultContext } from "#test/stack/support/contexts";
import { changedSettings, firstSettings } from "../../bin/test-deployed/changed-settings.ts";
import { seen } from "../../bin/test-deployed/settings.ts";

interface Proof {
  /** A file of test/stack, and the beginning of the title of its test. */
  test: [file: string, title: string];
  /** A file of test/deployed that sees it, and the beginning of the title of its test. Without one, bin/test-deployed/settings.ts does. */
  seenBy?: [file: string, title: string];
  /** Why the emulator cannot show it. */
  unseen?: string;
}

const names = "the emulator has no DNS and no certificates: it answers at its own address only";
const settingsTake = (title: string): [string, string] => ["operations.test.ts", title];

const proofs: Record<string, Proof> = {
  stage: { test: settingsTake("stage, throttling and retention") },
  domainName: { test: settingsTake("a custom domain with its certificate"), unseen: names },
  certificateArn: { test: settingsTake("a custom domain with its certificate"), unseen: names },
  hostedZoneId: { test: settingsTake("a hosted zone gets the record"), unseen: names },
  cdn: { test: ["cdn.test.ts", "alone, it has the domain"] },
  cdnCertificateArn: { test: ["cdn.test.ts", "has the records of the domain"], unseen: names },
  webAclArn: {
    test: ["cdn.test.ts", "leads to the API by its own host"],
    unseen: "CloudFront of the emulator asks no web ACL",
  },
  cdnSecrets: { test: ["cdn.test.ts", "sends the first secret"] },
  addressRate: {
    test: ["cdn.test.ts", "has a web ACL that limits an address"],
    unseen: "CloudFront of the emulator asks no web ACL",
  },
  corsOrigins: { test: settingsTake("CORS for the given origins") },
  throttleRate: { test: settingsTake("stage, throttling and retention") },
  throttleBurst: { test: settingsTake("stage, throttling and retention") },
  monthlyBudget: { test: settingsTake("a lid on the bill"), unseen: "the emulator sends no bill" },
  stopWritesAt: { test: settingsTake("a second budget stops writes") },
  maxReadUnits: { test: settingsTake("a lid on the bill") },
  maxWriteUnits: { test: settingsTake("a lid on the bill") },
  tokenRate: { test: settingsTake("functions may update call counters only if the limit is on") },
  tokenBurst: { test: settingsTake("is in the code only if it is on") },
  consumersAtOnce: { test: ["events.test.ts", "each consumer has its own queue"] },
  logRetentionDays: { test: settingsTake("stage, throttling and retention") },
  tracing: { test: settingsTake("traces, and the permission to send them") },
  alarmEmail: { test: settingsTake("an address for alarms") },
  signUp: { test: settingsTake("functions that sign people up get the setting signUp") },
  mailFrom: { test: settingsTake("one function may send mails, from one address") },
  aiModels: {
    test: settingsTake("one function may invoke the configured models"),
    seenBy: ["models.test.ts", "a field is filled by hand, and a new record by itself"],
  },
  aiDailyTokens: { test: settingsTake("one function may invoke the configured models") },
  canary: { test: ["canary.test.ts", "CodeDeploy moves each for 10 % of the calls"] },
  oidcIssuer: { test: settingsTake("pages of the group auth may read the parameter") },
  oidcClientId: {
    test: settingsTake("no template has the settings in an environment"),
    unseen:
      "a provider is on the internet, where functions on the emulator call none; test/oidc signs in with one on this machine",
  },
  oidcClientSecret: {
    test: settingsTake("pages of the group auth may read the parameter"),
    unseen: "as oidcClientId",
  },
  oidcName: { test: settingsTake("no template has the settings in an environment") },
  oidcDomains: {
    test: settingsTake("no template has the settings in an environment"),
    unseen: "as oidcClientId",
  },
  removalPolicy: { test: settingsTake("removalPolicy decides whether the store is deleted") },
};

const own = Object.keys(defaultContext).filter((name) => !name.includes("-"));

function expectTest(file: string, title: string): void {
  const text = readFileSync(path.join(projectFolder, file), "utf8");
  expect(text, `${file} has no test "${title}…"`).toContain(`test("${title}`);
}

test("every setting of cdk.json has a proof, and nothing else has one", () => {
  expect(Object.keys(proofs)).toEqual(own);
});

test.each(Object.entries(proofs))("%s", (name, { test: [file, title], seenBy, unseen }) => {
  expectTest(`test/stack/${file}`, title);
  // the templates of these tests differ from cdk.json in it
  expect(contexts.full).toHaveProperty(name);
  expect({ ...contexts.full }[name]).not.toEqual(defaultContext[name]);

  if (seenBy) expectTest(`test/deployed/${seenBy[0]}`, seenBy[1]);
  const isSeenElsewhere = seenBy !== undefined || unseen !== undefined;
  expect(name in seen, "it is seen here or elsewhere, or there is a reason").toBe(!isSeenElsewhere);
  const deployed = [firstSettings, changedSettings].map((values: Record<string, unknown>) => values[name]);
  const others = deployed.filter((value) => value !== undefined && value !== defaultContext[name]);
  if (!unseen) expect(others, "it is deployed with another value").not.toEqual([]);
});

test("nothing is asked that is no setting", () => {
  expect(
    Object.keys({ ...seen, ...changedSettings, ...firstSettings }).filter((name) => !own.includes(name)),
  ).toEqual([]);
});
