/* What happens after the answer, on one machine: stream, dispatcher, queues and schedules, as lib/stack has them on AWS. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { DynamoDBRecord } from "aws-lambda";
import type { Registry } from "#lib/registry";
import type { LocalStore, StoreEnvironment } from "./embedded-store.ts";
import { follow } from "./follower.ts";
import { memoryQueue } from "./memory-queue.ts";
import { startSchedules } from "./schedules.ts";
import { findStream } from "./store-stream.ts";

interface EventsOptions {
  registry: Registry;
  /** Where position and dead letters are kept. */
  folder: string;
  environment: StoreEnvironment;
  onSettled?: LocalStore["onSettled"];
  log: (line: string) => void;
  /** Of the queues: see memory-queue.ts. */
  patience?: number;
}

export interface Events {
  /** Finishes what is running; what waits is found again in the stream. */
  stop(): Promise<void>;
}

/** Begins by itself, after the caller: nobody waits for it to have loaded. */
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
  const queues = registry.consumers.map(({ operation, handler }) =>
    memoryQueue({
      name: operation,
      consume: handler,
      ...(patience !== undefined && { patience }),
      onDeadLetter(body) {
        const file = join(folder, "dead-letters.jsonl");
        appendFileSync(file, `${JSON.stringify({ consumer: operation, body })}\n`);
        log(`${operation} could not consume a change: it is in ${file}`);
      },
    }),
  );
  const destinations = registry.consumers.map(({ operation, handler }) => ({
    queue: operation,
    changes: handler.consumer.changes,
  }));

  /** Gives a promise for each message that settles when it is consumed. */
  async function dispatch(Records: DynamoDBRecord[]): Promise<Promise<void>[]> {
    const consumed: Promise<void>[] = [];
    const dispatching = registry.dispatcher.handler.dispatchTo(destinations, async (name, messages) => {
      const queue = queues.find((each) => each.name === name);
      for (const message of messages) if (queue) consumed.push(queue.put(message));
      return [];
    });
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
