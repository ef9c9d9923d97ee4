/* Runs `npm run store` in another process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { onTestFinished } from "vitest";
import { projectFolder } from "#lib/registry";

export interface StoreCommand {
  url: string;
  key: { accessKeyId: string; secretAccessKey: string };
  /** Its output so far, stdout and stderr. */
  output(): string;
  /** A client of the SDK with the printed key, or another. */
  client(key?: { accessKeyId: string; secretAccessKey: string }): DynamoDBClient;
  /** Gives its exit code. */
  stop(signal: "SIGTERM" | "SIGINT"): Promise<number | null>;
}

/**
 * Starts it, on a free port where `args` name none, and waits until it listens, or throws what it said. It is stopped when the
 * test ends.
 */
export async function startStoreCommand(args: string[], folder?: string): Promise<StoreCommand> {
  const port = args.includes("--port") ? [] : ["--port", "0"];
  const started = spawn(process.execPath, [path.join(projectFolder, "bin/store.ts"), ...port, ...args], {
    env: { ...process.env, ...(folder && { GRIDLESS_DATA: folder }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [started.stdout, started.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const hasEnded = () => started.exitCode !== null || started.signalCode !== null;
  const stop: StoreCommand["stop"] = async (signal) => {
    if (hasEnded()) return started.exitCode;
    const exit = once(started, "exit");
    started.kill(signal);
    return (await exit)[0] as number | null;
  };
  onTestFinished(async () => void (await stop("SIGTERM")));
  while (!printed.includes("Ctrl-C ends")) {
    if (hasEnded()) throw new Error(printed);
    await wait(10);
  }
  const said = (name: string) => new RegExp(`^  ${name} +(\\S+)`, "m").exec(printed)?.[1] ?? "";
  const [url, key] = [said("address"), { accessKeyId: said("access key"), secretAccessKey: said("secret") }];
  const client: StoreCommand["client"] = (credentials = key) => {
    const made = new DynamoDBClient({ endpoint: url, region: "eu-west-1", credentials, maxAttempts: 1 });
    onTestFinished(() => made.destroy());
    return made;
  };
  return { url, key, output: () => printed, client, stop };
}
