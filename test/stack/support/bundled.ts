/* The bundles as they are deployed, made once a run for each settings, and a way to run them in a new Node process. */
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import { type Registry, readRegistry } from "#lib/registry";
import { type AreaBundle, bundle } from "#lib/stack/bundles/bundle";
import { contentsOf } from "#lib/stack/bundles/bundle-contents";
import { type Constants, constantsOf } from "#lib/stack/bundles/constants";
import { deployedByArea } from "#lib/stack/functions/deployed";
import { areAllAsked, everyOf, isWhole } from "#test/support/run/sample";
import { shared } from "#test/support/run/shared";
import { reachableStore } from "#test/support/store/door";

const settings = {
  plain: {},
  /** With a limit for tokens, and with mails: what stack/support/synthesized.ts sets for the stack. */
  full: {
    ...{ tokenLimit: { rate: 0.0001, burst: 2 }, mailFrom: "gridless@example.org" },
    ...{ aiModels: "fast=amazon.nova-micro-v1:0 wide=us.amazon.nova-lite-v1:0+images", aiDailyTokens: 5000 },
    cdn: { isOnly: false, secrets: [] },
    oidc: {
      ...{ issuer: "https://login.example.org/", clientId: "gridless", name: "Example" },
      ...{ secretParameter: "/gridless/full/oidc-client-secret", domains: "example.org,example.net" },
    },
  },
};

const areasOf = (name: keyof typeof settings): Promise<AreaBundle[]> =>
  shared(`bundles-${name}`, async (folder) => {
    const registry = await readRegistry();
    const constants = constantsOf(settings[name], registry.consumers);
    const isAll = areAllAsked || (isWhole && name === "plain");
    if (isAll) return bundle(registry, folder, constants);
    if (name === "plain") return bundleSome(registry, folder, constants);
    const plain = await areasOf("plain");
    const others = plain.map(({ area }) => area).filter((area) => !lookedAt.includes(area));
    const wanted = [...lookedAt, ...(isWhole ? everyOf(others, 3, 0) : [])];
    const made = await bundle(registry, folder, constants, (area) => wanted.includes(area));
    return plain.map((area) => made.find((each) => each.area === area.area) ?? area);
  });

/*
 * To bundle all areas takes 200 s of a processor, which is done only where all is tested; .ci/run has those with the settings of cdk.json
 * from the synth before. Else tests look into these and into a third of the others, other ones in each run: .ci/run with all settings changed,
 * `npm test` with the settings of cdk.json.
 */
const lookedAt = ["base", "mail", "record"];
const neededByName = [...lookedAt, "app", "default", "docs", "mcp", "stream", "table", "thumbnail"];

/** The bundles of some areas; of the others empty folders. */
async function bundleSome(registry: Registry, folder: string, constants: Constants): Promise<AreaBundle[]> {
  const areas = [...deployedByArea(registry)];
  const others = areas.map(([area]) => area).filter((area) => !neededByName.includes(area));
  const wanted = [...neededByName, ...everyOf(others, 3, 0)];
  const made = await bundle(registry, folder, constants, (area) => wanted.includes(area));
  return areas.map(([area, functions]) => {
    const found = made.find((each) => each.area === area);
    if (found) return found;
    const empty = path.join(folder, area);
    mkdirSync(empty, { recursive: true });
    return { area, functions, folder: empty, metafile: { inputs: {}, outputs: {} } };
  });
}

/** The same as `bundle` of lib/stack makes, without making them again. Throws if it were to make others. */
export const takeBundles =
  (name: keyof typeof settings): typeof bundle =>
  async (registry: Registry, _, constants: Constants | undefined): Promise<AreaBundle[]> => {
    expect(constants).toEqual(constantsOf(settings[name], registry.consumers));
    const areas = await areasOf(name);
    // what is shared between processes is JSON, which has no handlers
    const functions = deployedByArea(registry);
    return areas.map((each) => ({ ...each, functions: functions.get(each.area) ?? [] }));
  };

/** The bundles that were made. */
export async function bundled(name: keyof typeof settings) {
  const areas = (await areasOf(name)).filter(({ metafile }) => Object.keys(metafile.outputs).length > 0);
  const functions = areas.flatMap((area) =>
    area.functions.map(({ operation, members }) => ({
      operation,
      members: members.map(({ operation }) => operation),
      sources: members.map(({ file }) => file),
      area: area.area,
      folder: area.folder,
      url: pathToFileURL(path.join(area.folder, `${operation}.mjs`)).href,
      ...contentsOf(area, operation),
    })),
  );
  return { areas, functions };
}

/** The environment of a Lambda function: the store, and credentials for it. */
export async function lambdaEnvironment(): Promise<NodeJS.ProcessEnv> {
  const environment = Object.entries({ ...process.env, ...(await reachableStore()) });
  return Object.fromEntries(environment.filter(([name]) => /^(AWS_|GRIDLESS_STORE$)/.test(name)));
}

/** Runs a script until it ends by itself, and gives the last line of its output parsed as JSON: a function of several pages writes its log line before. */
export async function runNode(script: string, env: NodeJS.ProcessEnv, cwd: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    env,
    cwd,
    timeout: 120_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
}
