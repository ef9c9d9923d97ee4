/* The command that moves spaces follows the stream of a real engine. */
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import type { LogPlace } from "../../../bin/admin/move-space/cells/cell.ts";
import { openStreamLog } from "../../../bin/admin/move-space/cells/stream-log.ts";
import { tableStream } from "../../../bin/admin/move-space/cells/table-stream.ts";
import { type DynoxideStore, startDynoxide } from "./support.ts";

let data: ReturnType<typeof temporaryFolder>;
let store: DynoxideStore;
let tables: DynamoDB;
let streams: DynamoDBStreams;
beforeEach(async () => {
  data = temporaryFolder();
  store = await startDynoxide(data.folder);
  const options = {
    endpoint: store.endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  };
  tables = new DynamoDB(options);
  streams = new DynamoDBStreams(options);
});
afterEach(async () => {
  for (const client of [tables, streams]) client.destroy();
  await store.stop();
  data.remove();
});

const put = (pk: string) =>
  tables.putItem({ TableName: store.tableName, Item: { pk: { S: pk }, sk: { S: "x" } } });

async function open(kept?: LogPlace) {
  const { Table } = await tables.describeTable({ TableName: store.tableName });
  const stream = tableStream(streams, Table?.LatestStreamArn ?? "", async (keys) => {
    for (const { pk } of keys) await put(pk);
  });
  return openStreamLog(stream, "spc0000000000000000", kept);
}

async function readAll(log: Awaited<ReturnType<typeof open>>): Promise<string[]> {
  const hasPassed = await log.markEnd();
  const found: string[] = [];
  do found.push(...(await log.read(undefined)).keys.map(({ pk }) => pk));
  while (!hasPassed());
  return found;
}

test("what was written since the log was opened is given, and after a kill what was written since its place was kept", async () => {
  await put("before");
  const log = await open();
  for (const pk of ["a", "b", "c"]) await put(pk);
  expect(await readAll(log)).toEqual(["a", "b", "c"]);
  const kept = { log: log.log, after: JSON.parse(JSON.stringify(log.after())) };
  await put("d");
  await tables.deleteItem({ TableName: store.tableName, Key: { pk: { S: "a" }, sk: { S: "x" } } });
  await readAll(log);
  await put("e");
  const again = await open(kept);
  expect(again.log).toBe(log.log);
  expect(await readAll(again)).toEqual(["d", "a", "e"]);
});
