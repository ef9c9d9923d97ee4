/* npm run lint:stack: cfn-lint over the templates that npm run synth has written. */
import { existsSync, globSync } from "node:fs";
import path from "node:path";
import { runCommand } from "#lib/local/process/command";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { projectFolder } from "#lib/registry";
import { lint } from "./test-deployed/checks.ts";
import { makeFolders, removeFolders } from "./test-deployed/folders.ts";
import { endAll } from "./test-deployed/processes.ts";
import { makePython } from "./test-deployed/python.ts";

const command = {
  run: "npm run lint:stack",
  does: "Checks the templates in cdk.out, which npm run synth writes, with cfn-lint. W3005 is ignored: it is about DependsOn of the CDK itself. Needs python3 (3.10 or later) with its venv module.",
  examples: ["npm run synth && npm run lint:stack"],
} as const;

await runCommand(command, async () => {
  const out = path.join(projectFolder, "cdk.out");
  if (!existsSync(path.join(out, "Gridless.template.json")))
    throw new StartError("cdk.out has no templates: run npm run synth first");
  makeFolders();
  try {
    await lint(await makePython(), out);
  } finally {
    endAll();
    removeFolders();
  }
  say(`cfn-lint found nothing in ${globSync("*.template.json", { cwd: out }).length} templates`);
});
