import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBRecord } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { follow } from "#lib/local/store/follower";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type DynoxideStore, startDynoxide } from "./support.ts";

let data: ReturnType<typeof temporaryFolder>;
let store: DynoxideStore;
const atEnd: (() => unknown)[] = [];
beforeEach(async () => {
  data = temporaryFolder();
  store = await startDynoxide(data.folder);
});
afterEach(async () => {
  for (const end of atEnd.splice(0).reverse()) await end();
  await store.stop();
  data.remove();
});

const patience = { timeout: 20_000, interval: 10 };
const file = () => join(data.folder, "stream.json");

async function clients() {
  const options = {
    endpoint: store.endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    maxAttempts: 1,
  };
  const tables = new DynamoDB(options);
  const client = new DynamoDBStreams(options);
  atEnd.push(
    () => tables.destroy(),
    () => client.destroy(),
  );
  const { Table } = await tables.describeTable({ TableName: store.tableName });
  const put = (sk: string) =>
    tables.putItem({ TableName: store.tableName, Item: { pk: { S: "test" }, sk: { S: sk } } });
  return { client, stream: Table?.LatestStreamArn ?? "", put };
}

async function following(
  consume: (sk: string) => Promise<void> = async () => {},
  { log = () => {} }: { log?: (line: string) => void } = {},
) {
  const { client, stream, put } = await clients();
  const heard: string[] = [];
  const follower = follow({
    client,
    stream,
    file: file(),
    log,
    async dispatch(records: DynamoDBRecord[]) {
      const names = records.map(({ dynamodb }) => dynamodb?.Keys?.["sk"]?.S ?? "");
      heard.push(...names);
      return names.map(consume);
    },
  });
  atEnd.push(() => follower.stop());
  return { heard, put, follower, stream };
}

const hears = (heard: string[], ...names: string[]) =>
  vi.waitFor(() => expect(heard).toEqual(names), patience);
const isSettled = (sequence: (shards: Record<string, string>) => boolean) =>
  vi.waitFor(() => expect(sequence(JSON.parse(readFileSync(file(), "utf8")).shards)).toBe(true), patience);

describe("the follower", () => {
  test("hears of what was there before it, and of what comes, in order", async () => {
    const { put } = await clients();
    await put("a");
    const { heard } = await following();
    await put("b");
    await hears(heard, "a", "b");
    for (const name of ["c", "d", "e"]) await put(name);
    await hears(heard, "a", "b", "c", "d", "e");
  });

  test("goes on where all was settled", async () => {
    const first = await following();
    await first.put("a");
    await first.put("b");
    await isSettled((shards) => Object.keys(shards).length === 1);
    await hears(first.heard, "a", "b");
    await first.follower.stop();
    const { heard } = await following();
    await first.put("c");
    await vi.waitFor(() => expect(heard).toContain("c"), patience);
    expect(heard).not.toContain("a");
  });

  test("hears again of what nobody had consumed when it was killed", async () => {
    const first = await following((sk) => (sk === "b" ? new Promise<void>(() => {}) : Promise.resolve()));
    await first.put("a");
    await hears(first.heard, "a");
    for (const name of ["b", "c"]) await first.put(name);
    await hears(first.heard, "a", "b", "c");
    await first.follower.stop();
    const { heard } = await following();
    await vi.waitFor(() => expect(heard.slice(-2)).toEqual(["b", "c"]), patience);
  });

  test.each([
    ["of another stream", { stream: "arn:other", shards: { x: "9" } }],
    ["that is none", "…"],
  ])("begins at the beginning with a position %s", async (_, position) => {
    writeFileSync(file(), JSON.stringify(position));
    const { heard, put } = await following();
    await put("a");
    await hears(heard, "a");
  });

  test("goes on when the engine was killed and is back, having said so once", async () => {
    const log: string[] = [];
    const { heard, put } = await following(undefined, { log: (line) => log.push(line) });
    await put("a");
    await hears(heard, "a");
    process.kill(Number(readFileSync(join(data.folder, "engine.pid"), "utf8")), "SIGKILL");
    await vi.waitFor(() => put("b"), patience);
    await vi.waitFor(() => expect(heard.at(-1)).toBe("b"), patience);
    expect(log.length).toBeLessThanOrEqual(1);
  });
});
