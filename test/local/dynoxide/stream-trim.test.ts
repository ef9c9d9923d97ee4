/* What is settled of the embedded engine's stream is taken out of its file, and nothing else. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreams, type ShardIteratorType } from "@aws-sdk/client-dynamodb-streams";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { streamTrimmer } from "#lib/local/dynoxide/stream-trim";
import { connectionOf, type RemoteEnvironment } from "#lib/local/store/environment";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { startServer } from "#test/support/requests/server";
import { type DynoxideStore, dynoxide, startDynoxide } from "./support.ts";

let data: ReturnType<typeof temporaryFolder>;
let store: DynoxideStore;
/** Beside the store's own, which is told nothing as nothing follows the stream. */
let trimmer: ReturnType<typeof streamTrimmer>;
let tables: DynamoDB;
let streams: DynamoDBStreams;
const log: string[] = [];
const open = async () => {
  store = await startDynoxide(data.folder, log);
  trimmer = streamTrimmer({ file: file(), tableName: store.tableName, log: (line) => log.push(line) });
  const connection = connectionOf(store.environment as RemoteEnvironment);
  tables = new DynamoDB(connection);
  streams = new DynamoDBStreams(connection);
};
const close = async () => {
  for (const client of [tables, streams]) client.destroy();
  trimmer.stop();
  await store.stop();
};
beforeEach(async () => {
  data = temporaryFolder();
  log.length = 0;
  await open();
});
afterEach(async () => {
  await close();
  data.remove();
});

const patience = { timeout: 20_000, interval: 10 };
const file = () => join(data.folder, "store.db");

async function write(from: number, to: number): Promise<void> {
  for (let i = from; i < to; i++) {
    const Item = { pk: { S: "test" }, sk: { S: String(i) } };
    await tables.putItem({ TableName: store.tableName, Item });
  }
}

/** What the stream still tells: sequence numbers and keys. */
async function told(where: { type: ShardIteratorType; after?: string } = { type: "TRIM_HORIZON" }) {
  const { Table } = await tables.describeTable({ TableName: store.tableName });
  const StreamArn = Table?.LatestStreamArn ?? "";
  const { StreamDescription } = await streams.describeStream({ StreamArn });
  const ShardId = StreamDescription?.Shards?.[0]?.ShardId ?? "";
  const { ShardIterator } = await streams.getShardIterator({
    StreamArn,
    ShardId,
    ShardIteratorType: where.type,
    ...(where.after && { SequenceNumber: where.after }),
  });
  const { Records = [] } = await streams.getRecords({ ShardIterator, Limit: 1000 });
  const numbers = Records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? "");
  return { shard: ShardId, numbers, keys: Records.map(({ dynamodb }) => Number(dynamodb?.Keys?.["sk"]?.S)) };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const only = (keys: number[]) => vi.waitFor(async () => expect((await told()).keys).toEqual(keys), patience);

test("what was settled is gone but for the last one; what came after is told, and follows in number", async () => {
  await write(0, 500);
  const { shard, numbers } = await told();
  trimmer.onSettled(shard, numbers[449] as string);
  await only(range(449, 500));
  // read on from before what is gone, and from the last that is settled
  for (const after of [numbers[3], numbers[449]])
    expect((await told({ type: "AFTER_SEQUENCE_NUMBER", after: after as string })).keys.at(-50)).toBe(450);
  trimmer.onSettled(shard, numbers[499] as string);
  await only([499]);
  await close();
  await open();
  await write(500, 502);
  const later = await told();
  expect(later.keys).toEqual([499, 500, 501]);
  expect(later.numbers.map(Number)).toEqual(range(0, 3).map((i) => Number(numbers[499]) + i));
});

test("nothing is trimmed that nobody said of that it is settled", async () => {
  await write(0, 20);
  const { shard, numbers } = await told();
  trimmer.onSettled(`${shard}-other`, numbers[19] as string);
  trimmer.onSettled(shard, numbers[0] as string);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect((await told()).keys).toEqual(range(0, 20));
});

test("the engine writes on meanwhile, and none of its writes fails", async () => {
  await write(0, 1500);
  const { shard, numbers } = await told();
  const { numbers: rest } = await told({ type: "AFTER_SEQUENCE_NUMBER", after: numbers.at(-1) as string });
  trimmer.onSettled(shard, rest.at(-1) as string);
  // each waits for its turn, and nothing sends it again
  await Promise.all([write(1500, 1800), write(1800, 2100), write(2100, 2400)]);
  await vi.waitFor(async () => expect((await told()).keys).toHaveLength(901), patience);
  expect(log).toEqual([]);
});

test("while somebody else has the file nothing stands still; it is done afterwards", async () => {
  await write(0, 300);
  const { shard, numbers } = await told();
  const other = new DatabaseSync(file());
  other.exec("BEGIN IMMEDIATE");
  trimmer.onSettled(shard, numbers[299] as string);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect((await told()).keys).toHaveLength(300);
  other.exec("COMMIT");
  other.close();
  await only([299]);
  expect(log).toEqual([]);
});

test("a stream that cannot be trimmed is said once", async () => {
  const none = join(data.folder, "none.db");
  const trimmer = streamTrimmer({ file: none, tableName: "gridless", log: (line) => log.push(line) });
  trimmer.onSettled("shard", "10");
  await vi.waitFor(() => expect(log).toHaveLength(1), patience);
  expect(log[0]).toBe("the stream of the emulator is kept whole: no such table: _stream_records");
  trimmer.onSettled("shard", "11");
  trimmer.stop();
  expect(log).toHaveLength(1);
});

test("npm start: what its consumers have taken is gone, also over a restart", async () => {
  const folder = join(data.folder, "started");
  for (const _ of ["first", "after a restart"]) {
    const server = await startServer(folder, dynoxide);
    try {
      const { url, token, baseId } = server.dev;
      const post = async (path: string, body: object) => {
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        return (await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
      };
      const { id } = (await post(`/base/${baseId}/table/`, {})) as { id: string };
      const records = Array.from({ length: 300 }, (_, i) => ({ fields: { Count: i } }));
      await post(`/table/${id}/record`, { records });
      await vi.waitFor(() => expect(inStream(folder)).toBe(1), patience);
    } finally {
      await server.stop("SIGTERM");
    }
  }
});

function inStream(folder: string): number {
  const database = new DatabaseSync(join(folder, "store.db"), { readOnly: true });
  try {
    return Number(database.prepare("SELECT COUNT(*) AS count FROM _stream_records").get()?.["count"]);
  } finally {
    database.close();
  }
}
