/* Runs npm start in another process, with its own data folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type DevJson, readDevJson } from "#lib/local/process/dev-json";
import { projectFolder } from "#lib/registry";
import manifest from "../../../package.json" with { type: "json" };

export interface Server {
  process: ChildProcess;
  /** Its output so far, stdout and stderr. */
  output(): string;
  dev: DevJson;
  stop(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | null>;
}

/** What npm start sets before Node, and gives to Node before the program, relative to the project's folder. */
const [, setting = "", flags = ""] = /^(.+) exec node (.+) bin\/serve\.ts/.exec(manifest.scripts.start) ?? [];
const settings = Object.fromEntries([setting.split("=")]);

/** Starts the server without waiting. */
export function spawnServer(folder: string, environment: Record<string, string> = {}, args: string[] = []) {
  // the server must not use the store of the test run
  const { AWS_ENDPOINT_URL_DYNAMODB: _, GRIDLESS_STORE: __, ...env } = process.env;
  const server = spawn(
    process.execPath,
    [...flags.split(" "), path.join(projectFolder, "bin/serve.ts"), ...args],
    {
      cwd: projectFolder,
      env: { ...env, ...settings, GRIDLESS_DATA: folder, PORT: "0", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let printed = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk) => (printed += chunk));
  return { process: server, output: () => printed };
}

/** A port that no process listens on now: for a server that is to have the same address after a restart. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Starts the server and waits until it is ready. */
export async function startServer(
  folder: string,
  environment: Record<string, string> = {},
  args: string[] = [],
): Promise<Server> {
  const started = spawnServer(folder, environment, args);
  const { process: server, output } = started;
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
  while (!output().includes("Ctrl-C ends")) {
    if (hasEnded()) throw new Error(`the server did not start: ${output()}`);
    await wait(10);
  }
  const stop: Server["stop"] = async (signal) => {
    if (hasEnded()) return server.exitCode;
    const exit = once(server, "exit");
    server.kill(signal);
    const [code] = await exit;
    return code as number | null;
  };
  return { ...started, dev: readDevJson(folder) as DevJson, stop };
}
