/* The stack as `cdk synth` makes it, with the defaults of cdk.json or with other settings; each made once a run. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { App, CfnResource } from "aws-cdk-lib";
import { type Registry, readRegistry } from "#lib/registry";
import { makeApp } from "#lib/stack/app";
import type { bundle } from "#lib/stack/bundles/bundle";
import { summaryOf, templatesOf } from "#lib/stack/summary";
import { shared } from "#test/support/run/shared";
import { bundled, takeBundles } from "./bundled.ts";
import { contexts } from "./contexts.ts";

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
