/* A data folder of an earlier Gridless, whose store was the emulator. */
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectionOf, type RemoteEnvironment } from "#lib/local/store/environment";
import type { LocalStore } from "#lib/local/store/local-store";
import { startStore } from "#lib/local/store/start-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { client } from "#lib/store/client";
import { spawnServer, startServer } from "#test/support/requests/server";
import { dynoxide, startDynoxide } from "./support.ts";

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
});
afterEach(() => remove());

const item = (i: number) => ({
  pk: { S: "test" },
  sk: { S: `${1000 + i}\u{1F600}` },
  number: { N: "1.25" },
  nested: { M: { list: { L: [{ NULL: true }, { BOOL: true }, { S: "" }] } } },
  expiresAt: { N: "99999999999" },
});

/** Items in the emulator's file; of their changes, all up to this one were consumed. */
async function fill(count: number, consumed: number): Promise<void> {
  const store = await startDynoxide(folder);
  const connection = connectionOf(store.environment as RemoteEnvironment);
  const tables = new DynamoDB(connection);
  const TableName = store.tableName;
  for (let i = 0; i < count; i++) await tables.putItem({ TableName, Item: item(i) });
  const { Table } = await tables.describeTable({ TableName });
  const streams = new DynamoDBStreams(connection);
  const stream = Table?.LatestStreamArn ?? "";
  const { StreamDescription } = await streams.describeStream({ StreamArn: stream });
  const ShardId = StreamDescription?.Shards?.[0]?.ShardId ?? "";
  writeFileSync(
    join(folder, "stream.json"),
    JSON.stringify({ stream, shards: { [ShardId]: String(consumed) } }),
  );
  for (const each of [tables, streams]) each.destroy();
  await store.stop();
}

async function itemsIn({ tableName: TableName }: LocalStore): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { Items = [] } of paginateScan({ client: client() }, { TableName })) found.push(...Items);
  return found;
}

test("all items are there, what was not consumed is heard of, and the old file is kept", async () => {
  await fill(30, 25);
  const before = readFileSync(join(folder, "store.db"));
  const log: string[] = [];
  const store = await startStore({ folder, env: {}, log: (line) => log.push(line) });
  expect(log).toEqual([
    `30 items of ${join(folder, "store.db")} were copied into ${join(folder, "store.sqlite")}, which is the store now; the old file is kept`,
  ]);
  expect(readFileSync(join(folder, "store.db")).equals(before)).toBe(true);
  const items = await itemsIn(store);
  expect(items).toHaveLength(30);
  expect(items[7]).toEqual({
    ...{ pk: "test", sk: "1007\u{1F600}", number: 1.25, expiresAt: 99999999999 },
    nested: { list: [null, true, ""] },
  });

  const heard: (string | undefined)[] = [];
  const dispatch = async (records: DynamoDBRecord[]) => {
    heard.push(...records.map(({ dynamodb }) => dynamodb?.Keys?.["sk"]?.S?.slice(0, 4)));
    return [];
  };
  const following = store.follow({ folder, dispatch, log: () => {} });
  await expect.poll(() => heard).toEqual(["1025", "1026", "1027", "1028", "1029"]);
  await following.stop();
  await store.stop();

  const again = await startStore({ folder, env: {}, log: (line) => log.push(line) });
  expect(log).toHaveLength(1);
  expect(await itemsIn(again)).toHaveLength(30);
  await again.stop();
});

test("a part that an interrupted start left is thrown away", async () => {
  await fill(3, 0);
  writeFileSync(join(folder, "store.sqlite.new"), "half");
  const store = await startStore({ folder, env: {} });
  expect(await itemsIn(store)).toHaveLength(3);
  expect(readdirSync(folder).filter((name) => name.includes(".new"))).toEqual([]);
  await store.stop();
});

/** More items in the emulator's file than are copied in a moment. */
function multiply(count: number): void {
  const database = new DatabaseSync(join(folder, "store.db"));
  database.exec(`
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO gridless (pk, sk, item_json, item_size)
    SELECT 'S:many', 'S:' || n, json_object('pk', json_object('S', 'many'), 'sk', json_object('S', '' || n)), 20 FROM numbers`);
  database.close();
}

test("kill -9 and SIGTERM in the midst of it: the next start takes all over", async () => {
  await fill(3, 3);
  multiply(150_000);
  const unfinished = join(folder, "store.sqlite.new-wal");
  for (const signal of ["SIGKILL", "SIGTERM"] as const) {
    const { process: server } = spawnServer(folder);
    const ended = once(server, "exit");
    // in the midst: pages are written while the transaction grows
    await vi.waitUntil(() => existsSync(unfinished) && statSync(unfinished).size > 2 ** 20, {
      interval: 5,
      timeout: 30_000,
    });
    server.kill(signal);
    await ended;
    expect(existsSync(join(folder, "store.sqlite"))).toBe(false);
  }
  const log: string[] = [];
  const store = await startStore({ folder, env: {}, log: (line) => log.push(line) });
  await store.stop();
  expect(log.pop()).toMatch(/^150003 items of /);
  for (const line of log) expect(line).toMatch(/^copying \S+: \d+000 of 150003 items$/);
});

test("an old file that cannot be read is one line, and nothing is begun in its place", async () => {
  writeFileSync(join(folder, "store.db"), "no database ".repeat(1000));
  await expect(startStore({ folder, env: {} })).rejects.toMatchObject({
    name: "StartError",
    message: `${join(folder, "store.db")}, the store of an earlier Gridless, cannot be taken over: file is not a database`,
  });
  expect(existsSync(join(folder, "store.sqlite"))).toBe(false);
});

test("npm start goes on with the users, tokens and tables of the folder", async () => {
  const first = await startServer(folder, dynoxide);
  const { dev } = first;
  const headers = { authorization: `Bearer ${dev.token}`, "content-type": "application/json" };
  const created = await fetch(`${dev.url}/base/${dev.baseId}/table/`, {
    method: "POST",
    headers,
    body: "{}",
  });
  const { id } = (await created.json()) as { id: string };
  await first.stop("SIGKILL");

  const second = await startServer(folder);
  expect(second.dev).toEqual({ ...dev, url: second.dev.url });
  const answer = await fetch(`${second.dev.url}/table/${id}/record`, { headers });
  expect(((await answer.json()) as { records: unknown[] }).records).toHaveLength(3);
  expect(await second.stop("SIGTERM")).toBe(0);
});
