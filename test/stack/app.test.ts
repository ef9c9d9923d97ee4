import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/data-folder";
import { makeApp } from "#lib/stack/app";
import { readSettings } from "#lib/stack/settings";
import { summaryOf } from "#lib/stack/summary";
import { synthesized } from "./support/synthesized.ts";

const defaults = {
  stage: "main",
  throttleRate: "50",
  throttleBurst: "100",
  logRetentionDays: "7",
  removalPolicy: "retain",
};
const settingsOf = (context: object) => readSettings(new App({ context: { ...defaults, ...context } }));

describe("settings", () => {
  test("come as text from the command line", () => {
    expect(settingsOf({})).toEqual({
      stage: "main",
      throttle: { rateLimit: 50, burstLimit: 100 },
      logRetention: 7,
      removalPolicy: "retain",
    });
  });

  test.each([
    ["stage", "Main stage", "must be small letters"],
    ["throttleRate", "0", "Too small"],
    ["logRetentionDays", "4", "must be one of 1, 3, 5"],
    ["removalPolicy", "keep", 'expected one of "retain"|"destroy"'],
    ["stage", undefined, "expected string"],
  ])("%s may not be %s", (name, value, message) => {
    expect(() => settingsOf({ [name]: value })).toThrow(message);
    expect(() => settingsOf({ [name]: value })).toThrow(`at ${name}`);
  });
});

test("a stack that may go takes its store along, and the same input gives the same ids", async () => {
  const [one, other] = await Promise.all([
    synthesized({ removalPolicy: "destroy", stage: "try" }),
    synthesized({ removalPolicy: "destroy", stage: "try" }),
  ]);
  const [table] = one.all("AWS::DynamoDB::Table");
  expect(table).toMatchObject({
    DeletionPolicy: "Delete",
    Properties: { DeletionProtectionEnabled: false },
  });
  const resources = (made: typeof one) => made.stacks.flatMap((stack) => made.resourcesOf(stack));
  expect(resources(one)).toEqual(resources(other));
  one.remove();
  other.remove();
}, 120_000);

test("what cdk-nag finds and nobody has explained fails the synth", async () => {
  const { folder, remove } = temporaryFolder();
  const app = await makeApp(join(folder, "bundle"), { outdir: join(folder, "out"), context: defaults });
  expect(summaryOf(app, app.synth())).toContain("0 unexplained");
  new Bucket(app.node.findChild("Gridless"), "Open");
  expect(() => app.synth({ force: true })).toThrow("AwsSolutions-S1");
  remove();
}, 120_000);
