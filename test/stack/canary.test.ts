/* Deployments that give a new version some of the calls first. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { isEndpoint, projectFolder } from "#lib/registry";
import { canaryArea } from "#lib/stack/functions/canary";
import { deployedByArea } from "#lib/stack/functions/deployed";
import { checkLimits } from "#lib/stack/limits/check-limits";
import { longestPlace } from "#lib/stack/limits/place";
import { readStack } from "#lib/stack/limits/stacks";
import { takeBundles } from "./support/bundled.ts";
import { appIn, type Resource, type Synthesized, synthesized } from "./support/synthesized.ts";

let plain: Synthesized;
let full: Synthesized;
beforeAll(async () => {
  plain = await synthesized("plain");
  full = await synthesized("full");
}, 900_000);

const own = "RecordArea";
/** The id of the resource that a property names, in the same stack. */
const namedIn = (reference: { Ref?: string; "Fn::GetAtt"?: [string, string] }) =>
  reference.Ref ?? reference["Fn::GetAtt"]?.[0];
const ofType = (made: Synthesized, type: string) => made.resourcesOf(own).filter(({ Type }) => Type === type);
const endpoints = () =>
  (deployedByArea(full.registry).get(canaryArea) ?? []).map(({ operation }) => operation);
const nameOf = ({ id }: Resource) => id.replace(/Canary\w{8}$/, "");

test("by default there are no versions, no aliases, and no stack waits for another one", () => {
  for (const type of ["AWS::Lambda::Alias", "AWS::Lambda::Version", "AWS::CodeDeploy::Application"] as const)
    expect(plain.all(type)).toEqual([]);
  expect(plain.all("AWS::CloudFormation::Stack").filter((each) => "DependsOn" in each)).toEqual([]);
});

test("each endpoint of the area of records has an alias, which API Gateway calls by a role that may call aliases alone", () => {
  const aliases = ofType(full, "AWS::Lambda::Alias");
  expect(full.all("AWS::Lambda::Alias")).toHaveLength(aliases.length);
  expect(aliases.map(({ id }) => id.replace(/Live\w{8}$/, "")).sort()).toEqual(endpoints().sort());
  expect(full.registry.endpoints.filter(({ area }) => area === canaryArea).every(isEndpoint)).toBe(true);
  for (const { Properties } of aliases) expect(Properties.Name).toBe("live");
  const ids = aliases.map(({ id }) => id);
  const integrations = ofType(full, "AWS::ApiGatewayV2::Integration");
  expect(integrations.map(({ Properties }) => namedIn(Properties.IntegrationUri)).sort()).toEqual(ids.sort());
  const [role, ...others] = [
    ...new Set(integrations.map(({ Properties }) => namedIn(Properties.CredentialsArn))),
  ];
  expect(others).toEqual([]);
  const { Policies } = ofType(full, "AWS::IAM::Role").find(({ id }) => id === role)?.Properties ?? {};
  const [{ Action, Resource: allowed }, ...more] = Policies[0].PolicyDocument.Statement;
  expect([Action, more]).toEqual(["lambda:InvokeFunction", []]);
  expect(allowed.map(namedIn).sort()).toEqual(ids.sort());
  // the role that calls the functions themselves is as without aliases, so calls go on while integrations change
  const invoke = (made: Synthesized) =>
    ofType(made, "AWS::IAM::Policy").map(({ Properties }) => Properties.PolicyDocument.Statement);
  expect(JSON.stringify(invoke(full))).toBe(JSON.stringify(invoke(plain)));
});

test("each has a role of its own, which stays when its permissions change: two versions must have the same", () => {
  const functions = ofType(full, "AWS::Lambda::Function").filter(({ Properties }) =>
    endpoints().includes(Properties.Handler.replace(".handler", "")),
  );
  const roles = functions.map(({ Properties }) => namedIn(Properties.Role)?.replace(/\w{8}$/, ""));
  expect(roles.sort()).toEqual(
    endpoints()
      .map((name) => `RoleOf${name}`)
      .sort(),
  );
  for (const { Properties } of functions) expect(Properties).not.toHaveProperty("DeadLetterConfig");
});

test("CodeDeploy moves each for 10 % of the calls for five minutes, and back with the alarm of errors", () => {
  const groups = ofType(full, "AWS::CodeDeploy::DeploymentGroup");
  const [application] = full.all("AWS::CodeDeploy::Application");
  expect(application?.Properties).toEqual({ ComputePlatform: "Lambda" });
  const parameters = full.all("AWS::CloudFormation::Stack").map(({ Properties }) => Properties.Parameters);
  const given = (reference: { Ref: string }) => parameters.flatMap((each) => each?.[reference.Ref] ?? [])[0];
  const alarm = full.all("AWS::CloudWatch::Alarm").find(({ id }) => id.startsWith("AlarmsCanaryErrors"));
  expect(groups.map(nameOf).sort()).toEqual(endpoints().sort());
  for (const { Properties } of groups) {
    expect(Properties).toMatchObject({
      DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent5Minutes",
      DeploymentStyle: { DeploymentType: "BLUE_GREEN", DeploymentOption: "WITH_TRAFFIC_CONTROL" },
      AlarmConfiguration: { Enabled: true },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_REQUEST", "DEPLOYMENT_STOP_ON_ALARM"],
      },
    });
    const [{ Name }] = Properties.AlarmConfiguration.Alarms;
    expect(given(Name)).toEqual({ Ref: alarm?.id });
    expect(given(Properties.ApplicationName)).toEqual({ Ref: application?.id });
  }
  for (const { UpdatePolicy } of ofType(full, "AWS::Lambda::Alias") as (Resource & {
    UpdatePolicy: unknown;
  })[])
    expect(UpdatePolicy).toMatchObject({
      CodeDeployLambdaAliasUpdate: { DeploymentGroupName: { Ref: expect.stringMatching(/Canary\w{8}$/) } },
    });
  expect(JSON.stringify(alarm?.Properties.Metrics)).toContain("IF(errors >= 3, 100 * errors / requests, 0)");
});

test("all other functions wait for them, and nothing that they wait for waits for others", () => {
  const stacks = full.all("AWS::CloudFormation::Stack") as (Resource & { DependsOn?: string[] })[];
  const first = stacks.find(({ id }) => id.startsWith(own));
  expect(first).not.toHaveProperty("DependsOn");
  for (const each of stacks)
    if (each !== first) expect([each.id, each.DependsOn]).toEqual([each.id, [first?.id]]);
});

test("at once: the same aliases move without CodeDeploy; the limits of AWS hold with each setting", async () => {
  const temporary = temporaryFolder();
  try {
    const app = await appIn(temporary.folder, "full", takeBundles("full"), { canary: "at-once" });
    const { directory, stacks } = app.synth();
    const read = stacks.map((each) => readStack(directory, each.templateFile, each.stackName));
    const template = [...(read[0]?.children ?? [])].find(([id]) => id.startsWith(own))?.[1].template;
    const resources = Object.values(template?.Resources ?? {});
    const count = (type: string) => resources.filter(({ Type }) => Type === type).length;
    expect([count("AWS::Lambda::Alias"), count("AWS::CodeDeploy::DeploymentGroup")]).toEqual(
      Array.from({ length: 2 }, () => endpoints().length),
    );
    expect(resources.filter((each) => each.UpdatePolicy)).toEqual([]);
    expect(checkLimits(read, [longestPlace()]).violations).toEqual([]);
  } finally {
    temporary.remove();
  }
}, 900_000);

test("docs/operations/versions.md says how many functions these are", () => {
  const page = readFileSync(path.join(projectFolder, "docs/operations/versions.md"), "utf8");
  expect(page).toContain(`The ${endpoints().length} functions of records`);
});
