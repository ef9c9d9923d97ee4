/* The official clients of the protocol, and its conformance suite, against `POST /mcp`. */
import { copyFileSync, cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#lib/registry";
import { mcpFlow, refusedCall } from "#test/support/requests/mcp-flow";
import { environment } from "../../test-deployed/folders.ts";
import { run } from "../../test-deployed/processes.ts";
import type { Given } from "../base-document.ts";
import { driveConformance } from "./conformance.ts";

interface Places {
  /** A folder with the programs mcp_clients.mjs and mcp_client.py. */
  cwd: string;
  /** The folder of programs of Python. */
  python: string;
  install: (cwd: string, env: NodeJS.ProcessEnv) => Promise<unknown>;
}

/** How many steps they are. */
export const mcpSteps = 27;

export async function driveMcp(given: Given, { cwd, python, install }: Places): Promise<string> {
  cpSync(path.join(import.meta.dirname, "packages"), cwd, { recursive: true });
  copyFileSync(path.join(projectFolder, "test/support/requests/mcp-flow.ts"), path.join(cwd, "mcp-flow.ts"));
  writeFileSync(path.join(cwd, "mcp-flow.json"), JSON.stringify({ flow: mcpFlow, refused: refusedCall }));
  const env = { ...process.env, ...given.server };
  await install(cwd, env);
  const said = [
    await run(process.execPath, ["mcp_clients.mjs"], { name: "mcp-typescript", env, cwd }),
    await run(path.join(python, "python"), ["mcp_client.py"], {
      ...{ name: "mcp-python", env: { ...environment(), ...given.server }, cwd },
    }),
    await driveConformance({ cwd, env, given }),
  ];
  return said.join("\n");
}
