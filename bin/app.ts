/* What `cdk` runs (cdk.json). */
import path from "node:path";
import { projectFolder } from "#lib/registry";
import { makeApp } from "#lib/stack/app";

const app = await makeApp(path.join(projectFolder, ".bundle"));
app.synth();
