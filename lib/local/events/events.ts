/* Work after the answer on one machine: stream, dispatcher, queues and schedules, as lib/stack builds them on AWS. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { DynamoDBRecord } from "aws-lambda";
import type { LocalStore, StoreEnvironment } from "#lib/local/store/embedded-store";
import { follow } from "#lib/local/store/follower";
import { findStream } from "#lib/local/store/store-stream";
import type { Registry } from "#lib/registry";
import { memoryQueue } from "./memory-queue.ts";
import { startSchedules } from "./schedules.ts";

interface EventsOptions {
  registry: Registry;
  /** The data folder: holds the position in the stream and the dead letters. */
  folder: string;
  environment: StoreEnvironment;
  onSettled?: LocalStore["onSettled"];
  log: (line: string) => void;
  /** Milliseconds before the second attempt of a queue (memory-queue.ts). */
  patience?: number;
}

export interface Events {
  /** Finishes running work. Waiting messages are read from the stream again at the next start. */
  stop(): Promise<void>;
}

const mostAttempts = 5;

/** Returns at once and starts in the background, so that the server does not wait for it. */
export function startEvents({
  registry,
  folder,
  environment,
  onSettled,
  log,
  patience,
}: EventsOptions): Events {
  const stopping = new AbortController();
  const schedules = startSchedules(registry.schedules, log);
  function onDeadLetter(operation: string, body: string) {
    const file = join(folder, "dead-letters.jsonl");
    appendFileSync(file, `${JSON.stringify({ consumer: operation, body })}\n`);
    log(`${operation} could not consume a change: it is in ${file}`);
  }
  const queues = registry.consumers.map(({ operation, handler }) =>
    memoryQueue({
      name: operation,
      consume: handler,
      atOnce: handler.consumer.atOnce ?? 1,
      ...(patience !== undefined && { patience }),
      onDeadLetter: (body) => onDeadLetter(operation, body),
    }),
  );
  const destinations = registry.consumers.map(({ operation, handler }) => ({
    queue: operation,
    changes: handler.consumer.changes,
  }));

  /** A batch that makes the reader throw is tried five times; then it becomes a dead letter, as on AWS. */
  async function read(Records: DynamoDBRecord[]): Promise<void> {
    const { operation, handler } = registry.reader;
    for (let attempt = 1; ; attempt++) {
      try {
        await handler({ Records });
        return;
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        if (attempt === mostAttempts) {
          onDeadLetter(operation, JSON.stringify(Records));
          return;
        }
        await wait(1000 * 2 ** (attempt - 1), undefined, { signal: stopping.signal });
      }
    }
  }

  /** Gives a promise for each message; it settles when the message is consumed. */
  async function dispatch(Records: DynamoDBRecord[]): Promise<Promise<void>[]> {
    const consumed: Promise<void>[] = [];
    const dispatching = registry.dispatcher.handler.dispatchTo(destinations, async (name, messages) => {
      const queue = queues.find((each) => each.name === name);
      for (const message of messages) if (queue) consumed.push(queue.put(message));
      return [];
    });
    // before the messages: if this throws, the follower sends the batch again, and no message may be in flight
    await read(Records);
    await dispatching({ Records });
    return consumed;
  }

  const following = findStream(environment, { signal: stopping.signal, log }).then((found) =>
    found ? follow({ ...found, dispatch, onSettled, log, file: join(folder, "stream.json") }) : undefined,
  );

  async function stop(): Promise<void> {
    stopping.abort();
    await (await following)?.stop();
    await Promise.all([...queues.map((queue) => queue.stop()), schedules.stop()]);
  }
  return { stop };
}
