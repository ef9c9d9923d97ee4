/* The official clients of the protocol, and its conformance suite, against `POST /mcp`. */
import { copyFileSync, cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#lib/registry";
import { mcpFlow, refusedCall } from "#test/support/requests/mcp-flow";
import { environment } from "../../test-deployed/folders.ts";
import { run } from "../../test-deployed/processes.ts";
import type { Given } from "../base-document.ts";
import { authorizationSteps, driveAuthorization } from "./authorization.ts";
import { driveConformance } from "./conformance.ts";

interface Places {
  /** A folder with `mcpPrograms`. */
  cwd: string;
  /** The folder of programs of Python. */
  python: string;
  install: (cwd: string, env: NodeJS.ProcessEnv) => Promise<unknown>;
}

/** Those of programs/ that are run. */
export const mcpPrograms = ["mcp_clients.mjs", "mcp_oauth.mjs", "mcp_client.py", "mcp_oauth.py"] as const;

/** How many steps they are: of the tools, of OAuth for the clients for TypeScript and Python, of its suite. */
export const mcpSteps = 27 + 27 + 10 + authorizationSteps;

export async function driveMcp(given: Given, { cwd, python, install }: Places): Promise<string> {
  cpSync(path.join(import.meta.dirname, "packages"), cwd, { recursive: true });
  copyFileSync(path.join(projectFolder, "test/support/requests/mcp-flow.ts"), path.join(cwd, "mcp-flow.ts"));
  for (const name of ["application.ts", "person.ts"])
    copyFileSync(path.join(import.meta.dirname, name), path.join(cwd, name));
  writeFileSync(path.join(cwd, "mcp-flow.json"), JSON.stringify({ flow: mcpFlow, refused: refusedCall }));
  const env = { ...process.env, ...given.server };
  await install(cwd, env);
  const withPython = { ...environment(), ...given.server };
  const said: string[] = [];
  for (const program of mcpPrograms) {
    const isPython = program.endsWith(".py");
    const file = isPython ? path.join(python, "python") : process.execPath;
    const name = program.replace(/\W/, "-");
    said.push(await run(file, [program], { name, env: isPython ? withPython : env, cwd }));
  }
  said.push(await driveConformance({ cwd, env, given }), await driveAuthorization({ cwd, env, given }));
  return said.join("\n");
}
