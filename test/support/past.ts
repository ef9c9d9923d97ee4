/* What the reader of the stream keeps, told by the store's own stream. */
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as keepPast } from "#functions/stream/keep-past";
import { storeName } from "#lib/data/store";
import { inProcessOnly } from "./target.ts";

const heard: DynamoDBRecord[] = [];
let streams: DynamoDBStreams | undefined;
let iterators: (string | undefined)[] = [];

/** All that has happened in the store that this file works on, from its beginning. */
async function streamed(): Promise<DynamoDBRecord[]> {
  inProcessOnly("there the service reads its stream itself");
  const client = await begun();
  iterators = await Promise.all(
    iterators.map(async (start) => {
      for (let iterator = start; iterator; ) {
        const { Records = [], NextShardIterator } = await client.getRecords({ ShardIterator: iterator });
        heard.push(...(Records as DynamoDBRecord[]));
        iterator = NextShardIterator;
        if (Records.length === 0) return iterator;
      }
      return undefined;
    }),
  );
  return heard;
}

async function begun(): Promise<DynamoDBStreams> {
  if (streams) return streams;
  const { Table } = await new DynamoDB().describeTable({ TableName: storeName() });
  const client = new DynamoDBStreams({ endpoint: process.env["AWS_ENDPOINT_URL_DYNAMODB"] ?? "" });
  const StreamArn = Table?.LatestStreamArn;
  const { StreamDescription } = await client.describeStream({ StreamArn });
  const starting = (StreamDescription?.Shards ?? []).map(({ ShardId }) =>
    client.getShardIterator({ StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" }),
  );
  iterators = (await Promise.all(starting)).map(({ ShardIterator }) => ShardIterator);
  streams = client;
  return client;
}

let told = 0;

/** Tells the reader what has happened since it was told last, in batches as on AWS. */
export async function tellNews(): Promise<void> {
  const records = await streamed();
  const news = records.slice(told);
  told = records.length;
  await tell(news);
}

/** Tells the reader all that has happened, once more. */
export const tellAll = async (): Promise<void> => tell(await streamed());

async function tell(records: DynamoDBRecord[]): Promise<void> {
  for (let i = 0; i < records.length; i += 100) await keepPast({ Records: records.slice(i, i + 100) });
}
