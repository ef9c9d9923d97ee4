/* Work after the answer on one machine: stream, dispatcher, queues and schedules, as lib/stack builds them on AWS. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { DynamoDBRecord } from "aws-lambda";
import { makeBell } from "#lib/local/process/bell";
import type { Backlog, FedItem, LocalStore } from "#lib/local/store/local-store";
import type { Registry } from "#lib/registry";
import { runCall } from "#lib/store/running-calls";
import { memoryQueue } from "./memory-queue.ts";
import { startSchedules } from "./schedules.ts";
import { watchBacklog } from "./slow-writers.ts";

interface EventsOptions {
  registry: Registry;
  feedOnly?: LocalStore["feedOnly"];
  /** The data folder: holds the dead letters. */
  folder: string;
  follow: LocalStore["follow"];
  log: (line: string) => void;
  /** Milliseconds before the second attempt of a queue (memory-queue.ts). */
  patience?: number;
}

export interface Events {
  /** Finishes running work. The changes of messages that wait are read again at the next start. */
  stop(): Promise<void>;
}

const mostAttempts = 5;
/** With this many messages of a queue that could be consumed, its changes are not held back. */
const mostDue = 1000;
/** With this many messages that could be consumed, no more changes are read: those of one base would wait behind those of another. */
const mostRead = 3000;
/** The changes in one call of a consumer that sets no number of its own. These are more than on AWS, because messages cost nothing here. */
const atOnceHere = 100;
/**
 * Seconds. A message with a longer delay does not hold its change back: the change counts as consumed at once. Otherwise all later changes
 * would be kept as long. Only jobs and deliveries have such delays, and the schedules find those that are overdue.
 */
const longestKept = 60;

/** Returns at once and starts in the background, so that the server does not wait for it. */
export function startEvents({ registry, feedOnly, folder, follow, log, patience }: EventsOptions): Events {
  const stopping = new AbortController();
  const schedules = startSchedules(registry.schedules, log);
  function onDeadLetter(operation: string, body: string) {
    const file = join(folder, "dead-letters.jsonl");
    appendFileSync(file, `${JSON.stringify({ consumer: operation, body })}\n`);
    log(`${operation} could not consume a change: it is in ${file}`);
  }
  const attempted = makeBell();
  const queues = registry.consumers.map(({ operation, handler }) =>
    memoryQueue({
      name: operation,
      consume: handler,
      batch: handler.consumer.batch ?? atOnceHere,
      atOnce: handler.consumer.atOnce ?? 1,
      ...(patience !== undefined && { patience }),
      onDeadLetter: (body) => onDeadLetter(operation, body),
      onAttempt: attempted.ring,
    }),
  );
  const destinations = registry.consumers.map(({ operation, handler }) => ({
    queue: operation,
    changes: handler.consumer.changes,
  }));
  feedOnly?.(wantedBy(registry));
  // these queues may be long and hold no change back, because the schedules find jobs, deliveries and notes that are overdue
  const isTimed = new Map(
    registry.consumers.map(({ operation, handler }) => [
      operation,
      handler.consumer.changes.every(({ dueAt }) => dueAt),
    ]),
  );
  const untimed = queues.filter(({ name }) => !isTimed.get(name));

  /** A batch that makes the reader throw is tried five times (ten times on AWS); then it becomes a dead letter. */
  async function read(Records: DynamoDBRecord[]): Promise<void> {
    const { operation, handler } = registry.reader;
    for (let attempt = 1; ; attempt++) {
      try {
        await runCall(() => handler({ Records }));
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

  /** Returns when the queues have room for more. */
  async function room(): Promise<void> {
    const isFull = () => untimed.reduce((sum, queue) => sum + queue.due(), 0) >= mostRead;
    while (isFull() && !stopping.signal.aborted) await attempted.next();
  }

  async function dispatch(Records: DynamoDBRecord[]): Promise<Promise<void>[]> {
    const consumed: Promise<void>[] = [];
    const dispatching = registry.dispatcher.handler.dispatchTo(destinations, async (name, messages) => {
      const queue = queues.find((each) => each.name === name);
      for (const message of messages) {
        const isKept =
          message.delaySeconds <= longestKept && !(isTimed.get(name) && (queue?.due() ?? 0) >= mostDue);
        const settled = queue?.put(message);
        if (settled && isKept) consumed.push(settled);
      }
      return [];
    });
    // must come before the messages: if this throws, the batch is read again, and no message may be in flight then
    await read(Records);
    await dispatching({ Records });
    await room();
    return consumed;
  }

  const following = follow({ folder, dispatch, log });

  async function stop(): Promise<void> {
    stopping.abort();
    attempted.ring();
    await Promise.all(queues.map((queue) => queue.stop()));
    await following.stop();
    await schedules.stop();
  }
  /** The number of changes that are not consumed yet, without jobs and deliveries, which have times of their own. */
  function backlog(): Backlog {
    const { changes, age } = following.backlog();
    return {
      changes: untimed.reduce((sum, queue) => sum + queue.due(), changes),
      age: Math.max(age, ...untimed.map((queue) => queue.age())),
    };
  }
  /** The same of some groups. Which group the changes have that were not read is not known. */
  function backlogOf(groups: readonly string[]): Backlog {
    const each = untimed.map((queue) => queue.backlogOf(groups));
    return {
      changes: each.reduce((sum, { changes }) => sum + changes, 0),
      age: Math.max(following.backlog().age, ...each.map(({ age }) => age)),
    };
  }
  watchBacklog(backlog, backlogOf);
  return { stop };
}

/** Whether a consumer, the log or the reader needs changes of an item. */
function wantedBy({ consumers, dispatcher, reader }: Registry): (item: FedItem) => boolean {
  const entities = new Set<unknown>(
    consumers.flatMap(({ handler }) => handler.consumer.changes.map(({ entity }) => entity)),
  );
  for (const entity of dispatcher.handler.log.entities) entities.add(entity);
  const { partitions } = reader.handler.reader;
  return ({ entity, pk }) =>
    entities.has(entity) || (typeof pk === "string" && partitions.some((start) => pk.startsWith(start)));
}
