import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LocalStore } from "#lib/local/store/local-store";
import { startStore } from "#lib/local/store/start-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type DynoxideStore, dynoxide, startDynoxide } from "./support.ts";

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
});
afterEach(async () => {
  for (const end of atEnd.splice(0)) await end();
  expect(enginesOn(folder)).toEqual([]);
  remove();
});
const atEnd: (() => unknown)[] = [];

async function start(log?: string[]): Promise<DynoxideStore> {
  const store = await startDynoxide(folder, log);
  atEnd.push(store.stop);
  return store;
}

function clientOf({ tableName: TableName, environment }: LocalStore) {
  const endpoint = environment.AWS_ENDPOINT_URL_DYNAMODB ?? "";
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new DynamoDB({ endpoint, region: "us-east-1", credentials, maxAttempts: 1 });
  atEnd.push(() => client.destroy());
  const put = (sk: string) => client.putItem({ TableName, Item: { pk: { S: "test" }, sk: { S: sk } } });
  const find = async (sk: string) =>
    (await client.getItem({ TableName, Key: { pk: { S: "test" }, sk: { S: sk } } })).Item;
  return { client, put, find };
}

/** The engines that run on a folder, by their process ids. */
function enginesOn(path: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid && commandOf(pid).includes(join(path, "store.db")));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Another process that starts the store on the folder: says "ready" or why not, then waits to be killed. */
function another(): ChildProcess & { said: Promise<string> } {
  const script = `
    import { startStore } from "#lib/local/store/start-store";
    try {
      await startStore({ folder: process.argv[1], env: { GRIDLESS_ENGINE: "dynoxide" } });
      console.log("ready");
    } catch (error) {
      console.log(error.message);
    }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  atEnd.push(() => child.kill("SIGKILL"));
  const said = once(child.stdout, "data").then(([line]) => String(line).trim());
  return Object.assign(child, { said });
}

test("what was put is there after a stop and another start", async () => {
  const first = await start();
  await clientOf(first).put("a");
  await first.stop();
  await first.stop();
  expect(enginesOn(folder)).toEqual([]);
  expect(await clientOf(await start()).find("a")).toBeDefined();
});

test("the table is as in the cloud", async () => {
  const { client } = clientOf(await start());
  expect((await client.describeTable({ TableName: "gridless" })).Table).toMatchObject({
    TableStatus: "ACTIVE",
    BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" },
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
  });
  const { TimeToLiveDescription } = await client.describeTimeToLive({ TableName: "gridless" });
  expect(TimeToLiveDescription).toEqual({ TimeToLiveStatus: "ENABLED", AttributeName: "expiresAt" });
});

test("the stream's index is there, serves the engine's query, and stays", async () => {
  for (let i = 0; i < 2; i++) {
    const store = await start();
    await clientOf(store).put(`a${i}`);
    const database = new DatabaseSync(join(folder, "store.db"), { readOnly: true });
    const plan = database
      .prepare(
        `EXPLAIN QUERY PLAN SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1
         FROM _stream_records WHERE table_name = ?`,
      )
      .all("gridless");
    database.close();
    expect(plan).toMatchObject([{ detail: expect.stringContaining("COVERING INDEX stream_sequence") }]);
    await store.stop();
  }
});

test("an engine killed under writes is started again, where it was, with all that was acknowledged", async () => {
  const log: string[] = [];
  const { put, find } = clientOf(await start(log));
  const acknowledged: string[] = [];
  for (let i = 0; i < 3; i++) {
    const target = acknowledged.length + 100;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      while (acknowledged.length < target) {
        const sk = `${i}-${writer}-${acknowledged.length}`;
        await put(sk)
          .then(() => void acknowledged.push(sk))
          .catch(() => pause(2));
      }
    });
    await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThan(target - 80);
    for (const pid of enginesOn(folder)) process.kill(pid, "SIGKILL");
    await Promise.all(writers);
  }
  const lost: string[] = [];
  for (const sk of acknowledged) if (!(await find(sk))) lost.push(sk);
  expect(lost).toEqual([]);
  expect(log).toEqual(Array(3).fill("the emulator died (ended with SIGKILL) and is started again"));
});

test("stop while the engine is just being started again leaves none", async () => {
  for (const wait of [0, 1, 3, 8]) {
    const store = await startStore({ folder, env: dynoxide });
    for (const pid of enginesOn(folder)) process.kill(pid, "SIGKILL");
    await pause(wait);
    await store.stop();
    expect(enginesOn(folder)).toEqual([]);
  }
});

test("a folder in use by another process is refused; when that is killed, its engine is ended", async () => {
  const other = another();
  expect(await other.said).toBe("ready");
  await expect(startStore({ folder, env: dynoxide })).rejects.toMatchObject({
    name: "StartError",
    message: `the data folder ${folder} is in use by another Gridless: stop that one or set GRIDLESS_DATA to another folder`,
  });
  const [leftOver] = enginesOn(folder);
  expect(leftOver).toBeDefined();

  other.kill("SIGKILL");
  await once(other, "exit");
  expect(enginesOn(folder)).toEqual([leftOver]);
  await clientOf(await start()).put("a");
  expect(enginesOn(folder)).toHaveLength(1);
  expect(enginesOn(folder)).not.toContain(leftOver);
});

test("of several that start at once exactly one gets the folder", async () => {
  const others = Array.from({ length: 4 }, another);
  const said = await Promise.all(others.map((other) => other.said));
  expect(said.filter((line) => line === "ready")).toHaveLength(1);
  expect(said.filter((line) => line.includes("is in use by another Gridless"))).toHaveLength(3);
  for (const other of others) {
    other.kill("SIGKILL");
    await once(other, "exit");
  }
  await start();
});

test("another process that has got the id of a left-over engine is left alone", async () => {
  const store = await start();
  await store.stop();
  const bystander = spawn("sleep", ["60"], { stdio: "ignore" });
  atEnd.push(() => bystander.kill("SIGKILL"));
  writeFileSync(join(folder, "engine.pid"), String(bystander.pid));
  await start();
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
});

test("a process that ends without stopping takes its engine along", async () => {
  const script = `import { startStore } from "#lib/local/store/start-store";
    await startStore({ folder: process.argv[1], env: { GRIDLESS_ENGINE: "dynoxide" } });
    process.exit(3)`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await Promise.all([once(child, "exit"), text(child.stdout)]);
  await expect.poll(() => enginesOn(folder)).toEqual([]);
});

test("a DynamoDB that is given is used, with its own name of the table, and nothing is started", async () => {
  const given = (await start()).endpoint;
  const env = { AWS_ENDPOINT_URL_DYNAMODB: given, GRIDLESS_STORE: "other", AWS_ACCESS_KEY_ID: "me" };
  const store = await startStore({ folder: "/nowhere", env });
  expect(store.environment).toMatchObject({ ...env, AWS_REGION: "us-east-1" });
  await clientOf(store).put("a");
  await store.stop();
  expect(enginesOn(folder)).toHaveLength(1);
});

test("a DynamoDB that is not there: one line", async () => {
  const endpoint = "http://127.0.0.1:1";
  await expect(startStore({ folder, env: { AWS_ENDPOINT_URL_DYNAMODB: endpoint } })).rejects.toMatchObject({
    name: "StartError",
    message: `no DynamoDB to work with at ${endpoint} (AWS_ENDPOINT_URL_DYNAMODB): connect ECONNREFUSED 127.0.0.1:1`,
  });
});

test("a table of that name that is not ours: one line", async () => {
  const store = await start();
  await clientOf(store).client.createTable({
    TableName: "theirs",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    BillingMode: "PAY_PER_REQUEST",
  });
  const env = { AWS_ENDPOINT_URL_DYNAMODB: store.endpoint, GRIDLESS_STORE: "theirs" };
  await expect(startStore({ folder, env })).rejects.toThrow("the DynamoDB table theirs is none of Gridless");
});

test("a file the engine cannot read: one line, and the folder is let go of", async () => {
  writeFileSync(join(folder, "store.db"), "no database ".repeat(100));
  await expect(start()).rejects.toThrow(/^the emulator does not start on .*not a valid SQLite/);
  rmSync(join(folder, "store.db"));
  await start();
});
