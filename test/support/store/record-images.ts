/* Passes the store's own changes to the stream reader, which keeps record images. */
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as keepRecordImages } from "#functions/stream/keep-record-images";
import type { Engine } from "#lib/local/embedded/open-engine";
import { storeName } from "#lib/store/store";
import { inProcessOnly } from "#test/support/run/target";
import { testEngine } from "./engine.ts";

/** All changes of a store, and how many of them were passed to the reader. */
interface Heard {
  heard: DynamoDBRecord[];
  passed: number;
  /** Adds what is new. */
  read(): Promise<void>;
}
/** By store, because a test file may have its own. */
const stores = new Map<Engine | string, Promise<Heard>>();

/** All changes of the current store, from its beginning. */
async function heardOf(): Promise<Heard> {
  inProcessOnly("the service reads its stream itself");
  const engine = testEngine();
  const store = engine ?? storeName();
  if (!stores.has(store)) stores.set(store, engine ? hearFeed(engine) : hearStream(storeName()));
  const heard = (await stores.get(store)) as Heard;
  await heard.read();
  return heard;
}

async function hearFeed(engine: Engine): Promise<Heard> {
  const heard: DynamoDBRecord[] = [];
  let last = 0;
  async function read(): Promise<void> {
    for (let changes = engine.readChanges(last); changes.length > 0; changes = engine.readChanges(last)) {
      heard.push(...changes.map(({ record }) => record as DynamoDBRecord));
      last = changes.at(-1)?.sequence ?? last;
    }
  }
  return { heard, passed: 0, read };
}

async function hearStream(TableName: string): Promise<Heard> {
  const { Table } = await new DynamoDB().describeTable({ TableName });
  const client = new DynamoDBStreams({ endpoint: process.env["AWS_ENDPOINT_URL_DYNAMODB"] ?? "" });
  const StreamArn = Table?.LatestStreamArn;
  const { StreamDescription } = await client.describeStream({ StreamArn });
  const starting = (StreamDescription?.Shards ?? []).map(({ ShardId }) =>
    client.getShardIterator({ StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" }),
  );
  let iterators = (await Promise.all(starting)).map(({ ShardIterator }) => ShardIterator);
  const heard: DynamoDBRecord[] = [];

  async function readShard(start: string | undefined): Promise<string | undefined> {
    for (let iterator = start; iterator; ) {
      const { Records = [], NextShardIterator } = await client.getRecords({ ShardIterator: iterator });
      heard.push(...(Records as DynamoDBRecord[]));
      iterator = NextShardIterator;
      if (Records.length === 0) return iterator;
    }
    return undefined;
  }
  async function read(): Promise<void> {
    iterators = await Promise.all(iterators.map(readShard));
  }
  return { heard, passed: 0, read };
}

/** Passes the new records of the stream to the reader, in batches as on AWS. */
export async function tellNews(): Promise<void> {
  const all = await heardOf();
  const news = all.heard.slice(all.passed);
  all.passed = all.heard.length;
  await pass(news);
}

/** All changes of the current store so far. */
export const allChanges = async (): Promise<readonly DynamoDBRecord[]> => [...(await heardOf()).heard];

/** Passes all changes to the reader once more. */
export const tellAll = async (): Promise<void> => pass((await heardOf()).heard);

async function pass(records: DynamoDBRecord[]): Promise<void> {
  for (let i = 0; i < records.length; i += 100)
    await keepRecordImages({ Records: records.slice(i, i + 100) });
}
