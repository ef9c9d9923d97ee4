/* What `cdk` runs (cdk.json). */
import path from "node:path";
import { projectFolder } from "#lib/registry";
import { printSynthesis } from "#lib/stack/print-synthesis";
import { synthesize } from "#lib/stack/synthesize";

await printSynthesis(() => synthesize(path.join(projectFolder, ".bundle")));
