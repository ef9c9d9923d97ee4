/* The stack as `cdk synth` makes it with the defaults of cdk.json, or with other settings: of each made once a run. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { App, CfnResource } from "aws-cdk-lib";
import { projectFolder, type Registry, readRegistry } from "#lib/registry";
import { makeApp } from "#lib/stack/app";
import { templatesOf } from "#lib/stack/summary";
import { shared } from "#test/support/run/shared";

/** A resource of a template; what is in it is checked by what tests expect of it. */
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
  all(type: CfnResource["cfnResourceType"]): Resource[];
  resourcesOf(stack: string): Resource[];
  /** The code of an area's functions. */
  codeOf(area: string): string;
}

/** The settings as cdk.json has them. */
export const defaultContext: Record<string, unknown> = JSON.parse(
  readFileSync(path.join(projectFolder, "cdk.json"), "utf8"),
).context;

/** Every setting is another than in cdk.json. */
const everySetting = {
  stage: "full",
  domainName: "api.example.org",
  certificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/0a1b2c3d",
  corsOrigins: "https://app.example.org,http://localhost:5173",
  throttleRate: 7,
  throttleBurst: 9,
  tokenRate: 5,
  tokenBurst: 10,
  logRetentionDays: 30,
  tracing: "off",
  alarmEmail: "ada@example.org",
  signUp: "open",
  mailFrom: "gridless@example.org",
  removalPolicy: "destroy",
};

export const contexts = { plain: defaultContext, full: { ...defaultContext, ...everySetting } };

type Resources = [stack: string, resources: Resource[]][];

export async function synthesized(name: keyof typeof contexts): Promise<Synthesized> {
  const { folder, stacks } = await shared(`stack-${name}`, async (folder) => {
    const app = await appIn(folder, name);
    return { folder, stacks: resourcesOf(app) };
  });
  const resources = stacks.flatMap(([, resources]) => resources);
  return {
    registry: await readRegistry(),
    stacks: stacks.map(([stack]) => stack),
    all: (type) => resources.filter(({ Type }) => Type === type),
    resourcesOf: (stack) => resources.filter((resource) => resource.stack === stack),
    codeOf: (area) => textOf(path.join(folder, "bundle", area)),
  };
}

export const appIn = (folder: string, name: keyof typeof contexts): Promise<App> =>
  makeApp(path.join(folder, "bundle"), { outdir: path.join(folder, "out"), context: contexts[name] });

/** Of each stack, as its template has them. */
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
