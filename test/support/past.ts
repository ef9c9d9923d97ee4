/* What the reader of the stream keeps, told by the store's own stream. */
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as keepPast } from "#functions/stream/keep-past";
import { storeName } from "#lib/data/store";
import { inProcessOnly } from "./target.ts";

/** All that has happened in the store that this file works on, from its beginning. */
export async function streamed(): Promise<DynamoDBRecord[]> {
  inProcessOnly("there the service reads its stream itself");
  const { Table } = await new DynamoDB().describeTable({ TableName: storeName() });
  const streams = new DynamoDBStreams({ endpoint: process.env["AWS_ENDPOINT_URL_DYNAMODB"] ?? "" });
  const StreamArn = Table?.LatestStreamArn;
  const { StreamDescription } = await streams.describeStream({ StreamArn });
  const records: DynamoDBRecord[] = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const start = { StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" } as const;
    let { ShardIterator: iterator } = await streams.getShardIterator(start);
    for (let more = true; iterator && more; ) {
      const { Records = [], NextShardIterator } = await streams.getRecords({ ShardIterator: iterator });
      records.push(...(Records as DynamoDBRecord[]));
      iterator = NextShardIterator;
      more = Records.length > 0;
    }
  }
  return records;
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
