/* What `cdk` runs (cdk.json). */
import path from "node:path";
import { projectFolder } from "#lib/registry";
import { printSynthesis } from "#lib/stack/print-synthesis";
import { synthesize } from "#lib/stack/synthesize";

// each command of the CDK runs this; it goes with the packages, which the bundles are made of too
process.env["GRIDLESS_BUNDLES"] ??= path.join(projectFolder, "node_modules/.cache/gridless-bundles");

await printSynthesis(() => synthesize(path.join(projectFolder, ".bundle")));
