/* The stack as `cdk synth` makes it, with the defaults of cdk.json or with other settings; each made once a run. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { App, CfnResource } from "aws-cdk-lib";
import { projectFolder, type Registry, readRegistry } from "#lib/registry";
import { makeApp } from "#lib/stack/app";
import type { bundle } from "#lib/stack/bundles/bundle";
import { summaryOf, templatesOf } from "#lib/stack/summary";
import { shared } from "#test/support/run/shared";
import { bundled, takeBundles } from "./bundled.ts";

/** A resource of a template. Its properties are untyped; the expectations of tests check them. */
export interface Resource {
  id: string;
  stack: string;
  Type: string;
  DeletionPolicy?: string;
  Properties: ReturnType<typeof JSON.parse>;
}

export interface Synthesized {
  registry: Registry;
  stacks: string[];
  /** What the deployment prints, by name. */
  outputs: Record<string, unknown>;
  /** The line that `cdk synth` prints. */
  summary: string;
  all(type: CfnResource["cfnResourceType"]): Resource[];
  resourcesOf(stack: string): Resource[];
  /** The code of an area's functions. */
  codeOf(area: string): string;
}

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

type Resources = [stack: string, resources: Resource[]][];

export async function synthesized(name: keyof typeof contexts): Promise<Synthesized> {
  const { stacks, outputs, summary } = await shared(`stack-${name}`, async (folder) => {
    const app = await appIn(folder, name, takeBundles(name));
    const stacks = resourcesOf(app);
    const assembly = app.synth();
    const outputs = templatesOf(app, assembly).get("Gridless")?.Outputs ?? {};
    return { stacks, outputs, summary: summaryOf(app, assembly) };
  });
  const resources = stacks.flatMap(([, resources]) => resources);
  const { areas } = await bundled(name);
  const registry = await readRegistry();
  return {
    // no setting of `plain` asks for the function that hears of the budget
    registry: name === "plain" ? { ...registry, notices: [] } : registry,
    outputs: Object.fromEntries(Object.entries(outputs).map(([name, { Value }]) => [name, Value])),
    summary,
    stacks: stacks.map(([stack]) => stack),
    all: (type) => resources.filter(({ Type }) => Type === type),
    resourcesOf: (stack) => resources.filter((resource) => resource.stack === stack),
    codeOf: (area) => textOf(areas.find((each) => each.area === area)?.folder ?? ""),
  };
}

export async function appIn(
  folder: string,
  name: keyof typeof contexts,
  makeBundles?: typeof bundle,
  more: Record<string, unknown> = {},
): Promise<App> {
  const props = { outdir: path.join(folder, "out"), context: { ...contexts[name], ...more } };
  return (await makeApp(path.join(folder, "bundle"), props, makeBundles)).app;
}

/** The resources of each stack, from its template. */
export const resourcesOf = (app: App): Resources =>
  [...templatesOf(app, app.synth())].map(([stack, { Resources }]) => [
    stack,
    Object.entries(Resources).map(([id, resource]) => ({ Properties: {}, ...resource, id, stack })),
  ]);

const textOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
