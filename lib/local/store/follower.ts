/*
 * Reads the store's stream as Lambda's event source mapping does on AWS. It passes new changes to the dispatcher, again until the
 * dispatcher accepts them, and keeps the position up to which all changes are settled.
 */
import type { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBRecord } from "aws-lambda";
import type { Dispatch } from "./local-store.ts";
import { retrying } from "./retrying.ts";
import { readPosition, trackSettled, writePosition } from "./stream-position.ts";

interface FollowerOptions {
  client: DynamoDBStreams;
  stream: string;
  /** Where the position is kept. */
  file: string;
  dispatch: Dispatch;
  /** Called with the position up to which a shard is settled, after the position was stored. */
  onSettled?: ((shardId: string, sequence: string) => void) | undefined;
  log: (line: string) => void;
}

/** Milliseconds between two reads: the shortest after a read with changes; doubled after each read without, up to the longest. */
const shortest = 20;
const longest = 500;

export function follow({ client, stream, file, dispatch, onSettled, log }: FollowerOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const position = readPosition(file, stream);
  const { pause, attempt } = retrying({ signal, log });
  const known = new Set<string>();
  const followed = new Set<Promise<void>>();
  const done = findShards();

  /** Finds new shards. Shards follow one another, but their order is not guaranteed, so all are read at the same time. */
  async function findShards(): Promise<void> {
    while (!signal.aborted) {
      await attempt(async () => {
        for (const shardId of await shardsOf(client, stream)) begin(shardId);
      });
      // a shard that has ended has successors
      if (followed.size > 0) await Promise.race(followed);
      await pause(longest);
    }
    await Promise.all(followed);
  }

  function begin(shardId: string): void {
    if (known.has(shardId)) return;
    known.add(shardId);
    const following = followShard(shardId).finally(() => followed.delete(following));
    followed.add(following);
  }

  async function followShard(shardId: string): Promise<void> {
    let read = position.shards[shardId];
    const settle = trackSettled((sequence: string) => {
      position.shards[shardId] = sequence;
      writePosition(file, position);
      onSettled?.(shardId, sequence);
    });
    let ended = false;
    while (!ended && !signal.aborted)
      ended =
        (await attempt(async () => {
          let iterator = await iteratorAfter(shardId, read);
          for (let pace = shortest; iterator && !signal.aborted; await pause(pace)) {
            const answer = await client.getRecords({ ShardIterator: iterator, Limit: 1000 });
            const records = (answer.Records ?? []) as DynamoDBRecord[];
            pace = records.length > 0 ? shortest : Math.min(pace * 2, longest);
            if (records.length > 0) {
              const consumed = await dispatch(records);
              read = records.at(-1)?.dynamodb?.SequenceNumber ?? read;
              if (read) settle(read, consumed);
            }
            iterator = answer.NextShardIterator;
          }
          return !iterator;
        })) ?? false;
  }

  async function iteratorAfter(shardId: string, sequence: string | undefined): Promise<string | undefined> {
    const { ShardIterator } = await client.getShardIterator({
      StreamArn: stream,
      ShardId: shardId,
      ...(sequence
        ? { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: sequence }
        : { ShardIteratorType: "TRIM_HORIZON" }),
    });
    return ShardIterator;
  }

  /** Ends reading, after the present dispatch has ended. */
  async function stop(): Promise<void> {
    stopping.abort();
    await done;
    client.destroy();
  }

  return { stop };
}

async function shardsOf(client: DynamoDBStreams, stream: string): Promise<string[]> {
  const shards: string[] = [];
  let from: string | undefined;
  do {
    const { StreamDescription: described } = await client.describeStream({
      StreamArn: stream,
      ...(from && { ExclusiveStartShardId: from }),
    });
    shards.push(...(described?.Shards ?? []).flatMap(({ ShardId }) => ShardId ?? []));
    from = described?.LastEvaluatedShardId;
  } while (from);
  return shards;
}
