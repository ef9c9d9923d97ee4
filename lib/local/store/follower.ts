/*
 * Reads the store's stream as Lambda's event source mapping does on AWS: hands what is new to the dispatcher, again and
 * again until it is taken, and keeps the position up to which all of it is settled.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBRecord } from "aws-lambda";
import { readPosition, trackSettled, writePosition } from "./stream-position.ts";

interface FollowerOptions {
  client: DynamoDBStreams;
  stream: string;
  /** Where the position is kept. */
  file: string;
  /** Dispatches changes; gives a promise for each message that settles when it is consumed. */
  dispatch: (records: DynamoDBRecord[]) => Promise<Promise<void>[]>;
  /** Told how far a shard is settled, once that is kept. */
  onSettled?: ((shardId: string, sequence: string) => void) | undefined;
  log: (line: string) => void;
}

/** Milliseconds between looks: soon again after something came, seldom when nothing does. */
const shortest = 20;
const longest = 500;

export function follow({ client, stream, file, dispatch, onSettled, log }: FollowerOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const position = readPosition(file, stream);
  const pause = (milliseconds: number) => wait(milliseconds, undefined, { signal }).catch(() => {});
  const known = new Set<string>();
  const followed = new Set<Promise<void>>();
  const done = findShards();

  /** Shards follow one another; no order is promised, so all are read side by side. */
  async function findShards(): Promise<void> {
    while (!signal.aborted) {
      await retried(async () => {
        for (const shardId of await shardsOf(client, stream)) begin(shardId);
      });
      // one that has ended has successors
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
    const settle = trackSettled((sequence) => {
      position.shards[shardId] = sequence;
      writePosition(file, position);
      onSettled?.(shardId, sequence);
    });
    let ended = false;
    while (!ended && !signal.aborted)
      ended =
        (await retried(async () => {
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

  let failures = 0;
  /** Tries once; what goes wrong is said at its first time, and pauses grow. */
  async function retried<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await work();
      failures = 0;
      return result;
    } catch (error) {
      if (failures++ === 0 && !signal.aborted) log(`the stream cannot be read: ${(error as Error).message}`);
      await pause(Math.min(100 * 2 ** failures, 5000));
      return undefined;
    }
  }

  /** Reads no more, once what is being dispatched is. */
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
