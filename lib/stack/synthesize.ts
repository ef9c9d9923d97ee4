/* What `cdk synth` and `cdk deploy` run: the templates, and whether AWS would take them. */
import type { AppProps } from "aws-cdk-lib";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import { DISABLE_ASSET_STAGING_CONTEXT } from "aws-cdk-lib/cx-api";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { makeApp, makeAppOfStage } from "./app.ts";
import type { bundle } from "./bundles/bundle.ts";
import { type Checked, checkLimits } from "./limits/check-limits.ts";
import { longestPlace } from "./limits/place.ts";
import { readStack } from "./limits/stacks.ts";
import { longestStage } from "./settings.ts";
import { summaryOf } from "./summary.ts";

export interface Synthesis extends Checked {
  /** The numbers of stacks, functions, routes, resources and roles, in one line. */
  summary: string;
}

/**
 * Also checks the limits with the longest stage: names grow with the stage, and a value that AWS refuses there would fail for another
 * person. Throws if a setting is invalid.
 */
export async function synthesize(
  folder: string,
  props?: AppProps,
  makeBundles?: typeof bundle,
): Promise<Synthesis> {
  const { app, parts } = await makeApp(folder, props, makeBundles);
  const assembly = app.synth();
  const temporary = temporaryFolder();
  try {
    const context = { ...props?.context, [DISABLE_ASSET_STAGING_CONTEXT]: true };
    const longest = makeAppOfStage(longestStage, parts, { ...props, outdir: temporary.folder, context });
    const stacks = [assembly, longest.synth()].flatMap(stacksOf);
    return { summary: summaryOf(app, assembly), ...checkLimits(stacks, [longestPlace()]) };
  } finally {
    temporary.remove();
  }
}

const stacksOf = ({ directory, stacks }: CloudAssembly) =>
  stacks.map(({ stackName, templateFile }) => readStack(directory, templateFile, stackName));
