/* The stack as `cdk synth` makes it with the defaults of cdk.json, in a folder of the test file's own. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { CfnResource } from "aws-cdk-lib";
import { temporaryFolder } from "#lib/local/data-folder";
import { projectFolder, type Registry, readRegistry } from "#lib/registry";
import { makeApp } from "#lib/stack/app";
import { templatesOf } from "#lib/stack/summary";

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
  remove(): void;
}

/** The settings as cdk.json has them. */
export const defaultContext: Record<string, unknown> = JSON.parse(
  readFileSync(path.join(projectFolder, "cdk.json"), "utf8"),
).context;

export async function synthesized(context: Record<string, unknown> = {}): Promise<Synthesized> {
  const { folder, remove } = temporaryFolder();
  const app = await makeApp(path.join(folder, "bundle"), {
    outdir: path.join(folder, "out"),
    context: { ...defaultContext, ...context },
  });
  const templates = templatesOf(app, app.synth());
  const resources = [...templates].flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).map(([id, resource]): Resource => ({ Properties: {}, ...resource, id, stack })),
  );
  return {
    registry: await readRegistry(),
    stacks: [...templates.keys()],
    all: (type) => resources.filter(({ Type }) => Type === type),
    resourcesOf: (stack) => resources.filter((resource) => resource.stack === stack),
    codeOf: (area) => textOf(path.join(folder, "bundle", area)),
    remove,
  };
}

const textOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
