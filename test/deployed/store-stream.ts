/* Reads the stream of the deployed store from now on. */
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";

/** A function that gives the changes since then of items that contain a text: INSERT, MODIFY or REMOVE, and the entity. */
export async function listen(): Promise<(text: string) => Promise<string[]>> {
  const { Table } = await new DynamoDB().describeTable({ TableName: process.env["GRIDLESS_STORE"] ?? "" });
  const streams = new DynamoDBStreams();
  const StreamArn = Table?.LatestStreamArn;
  const { StreamDescription } = await streams.describeStream({ StreamArn });
  const shards = await Promise.all(
    (StreamDescription?.Shards ?? []).map(({ ShardId }) =>
      streams.getShardIterator({ StreamArn, ShardId, ShardIteratorType: "LATEST" }),
    ),
  );
  const changes: { text: string; change: string }[] = [];
  let iterators = shards.map(({ ShardIterator }) => ShardIterator);
  return async (text) => {
    iterators = await Promise.all(
      iterators.map(async (ShardIterator) => {
        if (!ShardIterator) return undefined;
        const { Records = [], NextShardIterator } = await streams.getRecords({ ShardIterator });
        for (const { eventName, dynamodb } of Records) {
          const image = dynamodb?.NewImage ?? dynamodb?.OldImage;
          changes.push({ text: JSON.stringify(image), change: `${eventName} ${image?.["entity"]?.S}` });
        }
        return NextShardIterator;
      }),
    );
    return changes.filter((each) => each.text.includes(text)).map(({ change }) => change);
  };
}
