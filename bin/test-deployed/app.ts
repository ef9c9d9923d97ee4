/*
 * What `cdk` runs for the templates that update the deployed stack (changed-settings.ts). Settings that are compiled into the code are so in the functions that
 * are asked about them; all others keep the bundles that are deployed already, because to make them all anew takes three minutes.
 */
import path from "node:path";
import { projectFolder } from "#lib/registry";
import { type AreaBundle, bundle } from "#lib/stack/bundles/bundle";
import { constantsOf } from "#lib/stack/bundles/constants";
import { printSynthesis } from "#lib/stack/print-synthesis";
import { synthesize } from "#lib/stack/synthesize";
import { aiModels, areasAsked } from "./changed-settings.ts";

const bundleSome: typeof bundle = async (registry, folder, constants): Promise<AreaBundle[]> => {
  const isAsked = (area: string) => areasAsked.includes(area);
  const deployed = constantsOf({ aiModels, aiDailyTokens: 1_000_000 }, registry.consumers);
  const made = [
    ...(await bundle(registry, folder, constants, isAsked)),
    ...(await bundle(registry, folder, deployed, (area) => !isAsked(area))),
  ];
  return made.sort((one, other) => (one.area < other.area ? -1 : 1));
};

await printSynthesis(() => synthesize(path.join(projectFolder, ".bundle"), undefined, bundleSome));
