/* What the reader of the stream keeps, told by the store's own stream. */
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as keepPast } from "#functions/stream/keep-past";
import { storeName } from "#lib/store/store";
import { inProcessOnly } from "#test/support/run/target";

interface Stream {
  client: DynamoDBStreams;
  iterators: (string | undefined)[];
  heard: DynamoDBRecord[];
  /** How many of these the reader was told. */
  told: number;
}
/** By the name of the store: each file that has one of its own begins anew. */
const streams = new Map<string, Promise<Stream>>();

/** All that has happened in the store that this file works on, from its beginning. */
async function streamed(): Promise<Stream> {
  inProcessOnly("there the service reads its stream itself");
  const name = storeName();
  if (!streams.has(name)) streams.set(name, begun(name));
  const stream = (await streams.get(name)) as Stream;
  stream.iterators = await Promise.all(
    stream.iterators.map(async (start) => {
      for (let iterator = start; iterator; ) {
        const { Records = [], NextShardIterator } = await stream.client.getRecords({
          ShardIterator: iterator,
        });
        stream.heard.push(...(Records as DynamoDBRecord[]));
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
  return { client, iterators, heard: [], told: 0 };
}

/** Tells the reader what has happened since it was told last, in batches as on AWS. */
export async function tellNews(): Promise<void> {
  const stream = await streamed();
  const news = stream.heard.slice(stream.told);
  stream.told = stream.heard.length;
  await tell(news);
}

/** Tells the reader all that has happened, once more. */
export const tellAll = async (): Promise<void> => tell((await streamed()).heard);

async function tell(records: DynamoDBRecord[]): Promise<void> {
  for (let i = 0; i < records.length; i += 100) await keepPast({ Records: records.slice(i, i + 100) });
}
