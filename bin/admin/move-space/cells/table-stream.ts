/* The stream of the table of a stack, for stream-log.ts. */
import type { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import type { Key } from "#lib/store/store";
import type { Shard } from "./shards.ts";
import type { Stream } from "./stream-log.ts";

/** Records of one page: the most that DynamoDB gives. */
const recordsAtOnce = 1000;

/** Reads with this client; `writeProbes` writes into the table. */
export function tableStream(
  client: DynamoDBStreams,
  StreamArn: string,
  writeProbes: (keys: readonly Key[]) => Promise<void>,
): Stream {
  async function listShards(): Promise<Shard[]> {
    const found: { id: string; parent?: string | undefined }[] = [];
    let from: string | undefined;
    do {
      const { StreamDescription } = await client.describeStream({
        StreamArn,
        ...(from && { ExclusiveStartShardId: from }),
      });
      for (const { ShardId = "", ParentShardId } of StreamDescription?.Shards ?? [])
        found.push({ id: ShardId, parent: ParentShardId });
      from = StreamDescription?.LastEvaluatedShardId;
    } while (from);
    // one that has ended has children; the last sequence number, which it should have then, is said of open ones by an emulator
    const parents = new Set(found.map(({ parent }) => parent));
    return found.map(({ id }) => ({ id, hasEnded: parents.has(id) }));
  }

  async function open(ShardId: string, after: string | { end: true }): Promise<string | undefined> {
    const { ShardIterator } = await client.getShardIterator({
      ...{ StreamArn, ShardId },
      ...(typeof after === "object"
        ? { ShardIteratorType: "LATEST" }
        : after
          ? { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: after }
          : { ShardIteratorType: "TRIM_HORIZON" }),
    });
    return ShardIterator;
  }

  const read: Stream["read"] = async (ShardIterator) => {
    const { Records = [], NextShardIterator } = await client.getRecords({
      ShardIterator,
      Limit: recordsAtOnce,
    });
    const records = Records.map(({ dynamodb }) => ({
      pk: dynamodb?.Keys?.["pk"]?.S ?? "",
      sk: dynamodb?.Keys?.["sk"]?.S ?? "",
      sequence: dynamodb?.SequenceNumber ?? "",
      time: dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0,
    }));
    return { records, next: NextShardIterator };
  };
  return { id: StreamArn, listShards, open, read, writeProbes };
}
