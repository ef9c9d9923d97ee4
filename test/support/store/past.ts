/* Passes the store's own stream to the stream reader, which keeps record images. */
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as keepPast } from "#functions/stream/keep-past";
import { storeName } from "#lib/store/store";
import { inProcessOnly } from "#test/support/run/target";

interface Stream {
  client: DynamoDBStreams;
  iterators: (string | undefined)[];
  records: DynamoDBRecord[];
  /** The number of records that the reader has already received. */
  passed: number;
}
/** By the name of the store, because a test file may have its own store. */
const streams = new Map<string, Promise<Stream>>();

/** The whole stream of the current store, from its beginning. */
async function streamed(): Promise<Stream> {
  inProcessOnly("the service reads its stream itself");
  const name = storeName();
  if (!streams.has(name)) streams.set(name, begun(name));
  const stream = (await streams.get(name)) as Stream;
  stream.iterators = await Promise.all(
    stream.iterators.map(async (start) => {
      for (let iterator = start; iterator; ) {
        const { Records = [], NextShardIterator } = await stream.client.getRecords({
          ShardIterator: iterator,
        });
        stream.records.push(...(Records as DynamoDBRecord[]));
        iterator = NextShardIterator;
        if (Records.length === 0) return iterator;
      }
      return undefined;
    }),
  );
  return stream;
}

async function begun(TableName: string): Promise<Stream> {
  const { Table } = await new DynamoDB().describeTable({ TableName });
  const client = new DynamoDBStreams({ endpoint: process.env["AWS_ENDPOINT_URL_DYNAMODB"] ?? "" });
  const StreamArn = Table?.LatestStreamArn;
  const { StreamDescription } = await client.describeStream({ StreamArn });
  const starting = (StreamDescription?.Shards ?? []).map(({ ShardId }) =>
    client.getShardIterator({ StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" }),
  );
  const iterators = (await Promise.all(starting)).map(({ ShardIterator }) => ShardIterator);
  return { client, iterators, records: [], passed: 0 };
}

/** Passes the new records of the stream to the reader, in batches as on AWS. */
export async function tellNews(): Promise<void> {
  const stream = await streamed();
  const news = stream.records.slice(stream.passed);
  stream.passed = stream.records.length;
  await pass(news);
}

/** Passes all records of the stream to the reader again. */
export const tellAll = async (): Promise<void> => pass((await streamed()).records);

async function pass(records: DynamoDBRecord[]): Promise<void> {
  for (let i = 0; i < records.length; i += 100) await keepPast({ Records: records.slice(i, i + 100) });
}
