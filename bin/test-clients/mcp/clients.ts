/* The official clients of the protocol, and its conformance suite, against `POST /mcp`. */
import { copyFileSync, cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#lib/registry";
import { mcpFlow, refusedCall } from "#test/support/requests/mcp-flow";
import { type Environment, environment } from "../../test-deployed/folders.ts";
import { run } from "../../test-deployed/processes.ts";
import type { Given } from "../base-document.ts";
import { conformanceEras } from "./absences.ts";
import { authorizationSteps, driveAuthorization } from "./authorization.ts";
import { driveConformance } from "./conformance.ts";

export interface Places {
  /** A folder with `mcpPrograms`. */
  cwd: string;
  /** The folder of programs of Python. */
  python: string;
  install: (cwd: string, env: Environment) => Promise<unknown>;
}

/** Those of programs/ that are run. */
export const mcpPrograms = ["mcp_clients.mjs", "mcp_oauth.mjs", "mcp_client.py", "mcp_oauth.py"] as const;

/** How many steps the programs take: of the tools, and of OAuth for the clients for TypeScript and Python. */
export const programSteps = 25 + 27 + 10;
/** Those of the suite: for each era, and of OAuth. */
export const mcpSteps = programSteps + conformanceEras.length + authorizationSteps;

/** Drives the clients, and then the suite. */
export async function driveMcp(given: Given, places: Places): Promise<string> {
  const { cwd } = places;
  const env = { ...process.env, ...given.server };
  const said = await drivePrograms(places, { ...environment(), ...given.server });
  const conforms = await driveConformance({ cwd, env, given });
  return [said, conforms, await driveAuthorization({ cwd, env, given })].join("\n");
}

/** Drives the clients against the server that their environment names. Gives what they print. */
export async function drivePrograms({ cwd, python, install }: Places, env: Environment): Promise<string> {
  cpSync(path.join(import.meta.dirname, "packages"), cwd, { recursive: true });
  copyFileSync(path.join(projectFolder, "test/support/requests/mcp-flow.ts"), path.join(cwd, "mcp-flow.ts"));
  for (const name of ["application.ts", "person.ts"])
    copyFileSync(path.join(import.meta.dirname, name), path.join(cwd, name));
  writeFileSync(path.join(cwd, "mcp-flow.json"), JSON.stringify({ flow: mcpFlow, refused: refusedCall }));
  await install(cwd, process.env);
  const said: string[] = [];
  for (const program of mcpPrograms) {
    const file = program.endsWith(".py") ? path.join(python, "python") : process.execPath;
    said.push(await run(file, [program], { name: program.replace(/\W/, "-"), env, cwd }));
  }
  return said.join("\n");
}
