/* What `cdk` runs (cdk.json). */
import path from "node:path";
import { projectFolder } from "#lib/registry";
import { makeApp } from "#lib/stack/app";
import { summaryOf } from "#lib/stack/summary";

const app = await makeApp(path.join(projectFolder, ".bundle"));
console.log(summaryOf(app, app.synth()));
