/* npm start in a process of its own, on a data folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type DevJson, readDevJson } from "#lib/local/process/dev-json";
import { projectFolder } from "#lib/registry";

export interface Server {
  process: ChildProcess;
  /** All that it has printed. */
  output(): string;
  dev: DevJson;
  stop(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | null>;
}

/** Starts it and leaves it to itself. */
export function spawnServer(folder: string, environment: Record<string, string> = {}, args: string[] = []) {
  // the store of the test run is not its store
  const { AWS_ENDPOINT_URL_DYNAMODB: _, GRIDLESS_STORE: __, ...env } = process.env;
  const server = spawn(process.execPath, [path.join(projectFolder, "bin/serve.ts"), ...args], {
    env: { ...env, GRIDLESS_DATA: folder, PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk) => (printed += chunk));
  return { process: server, output: () => printed };
}

/** Starts it and waits until it has said that it is ready. */
export async function startServer(folder: string, environment: Record<string, string> = {}): Promise<Server> {
  const started = spawnServer(folder, environment);
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
