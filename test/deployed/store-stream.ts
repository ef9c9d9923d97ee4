/* What happens to items of the deployed store from now on, as its stream tells it. */
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";

/** Gives what has happened so far to the items that hold this text somewhere: INSERT, MODIFY, REMOVE and their entity. */
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
  const heard: { text: string; told: string }[] = [];
  let iterators = shards.map(({ ShardIterator }) => ShardIterator);
  return async (text) => {
    iterators = await Promise.all(
      iterators.map(async (ShardIterator) => {
        if (!ShardIterator) return undefined;
        const { Records = [], NextShardIterator } = await streams.getRecords({ ShardIterator });
        for (const { eventName, dynamodb } of Records) {
          const image = dynamodb?.NewImage ?? dynamodb?.OldImage;
          heard.push({ text: JSON.stringify(image), told: `${eventName} ${image?.["entity"]?.S}` });
        }
        return NextShardIterator;
      }),
    );
    return heard.filter((each) => each.text.includes(text)).map(({ told }) => told);
  };
}
