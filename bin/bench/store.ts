/* A store with a plain SDK client in this process and a server in another process, both on the same engine. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type DevJson, readDevJson } from "#lib/local/process/dev-json";
import { startStore } from "#lib/local/store/start-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

export interface Sdk {
  client: DynamoDBDocumentClient;
  TableName: string;
}

export interface Bench {
  dev: DevJson;
  sdk: Sdk;
}

/** Starts a server and an SDK client on one store. Only the server reads the store's stream, so the work after a response is done once. */
export async function withServer<Result>(measure: (bench: Bench) => Promise<Result>): Promise<Result> {
  const stored = temporaryFolder();
  // only one process can open an embedded store, and two processes use this one
  const env = { GRIDLESS_ENGINE: "dynoxide" };
  const {
    environment,
    tableName: TableName,
    connect,
    stop,
  } = await startStore({ folder: stored.folder, env });
  const client = await connect();
  try {
    return await served(environment, (dev) => measure({ dev, sdk: { client, TableName } }));
  } finally {
    client.destroy();
    await stop();
    stored.remove();
  }
}

async function served<Result>(environment: object, use: (dev: DevJson) => Promise<Result>): Promise<Result> {
  const { folder, remove } = temporaryFolder();
  const server = spawn(process.execPath, [path.join(import.meta.dirname, "../serve.ts")], {
    env: { ...process.env, ...environment, GRIDLESS_DATA: folder, PORT: "0" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    let dev = readDevJson(folder);
    for (; !dev && server.exitCode === null; dev = readDevJson(folder)) await wait(20);
    if (!dev) throw new Error("the server did not start");
    return await use(dev);
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
    remove();
  }
}
