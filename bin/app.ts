/* What `cdk` runs (cdk.json). */
import path from "node:path";
import { StartError } from "#lib/local/process/start-error";
import { projectFolder } from "#lib/registry";
import { synthesize } from "#lib/stack/synthesize";

try {
  const { summary, line, violations } = await synthesize(path.join(projectFolder, ".bundle"));
  console.log(summary);
  for (const violation of violations) console.error(violation);
  console.log(line);
  if (violations.length > 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
