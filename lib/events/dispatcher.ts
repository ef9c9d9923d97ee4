/*
 * Reads the stream of the store, and sends each change to the queues of the consumers that subscribe to it.
 *
 * If a change cannot be sent, the stream delivers again from the first such record on, because its records are in order. So the
 * changes after it are sent twice.
 */

import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { shown } from "#lib/schemas/basics/log-error";
import { msPerSecond } from "#lib/schemas/basics/time-units";
import type { Message, Send, Subscription } from "./change.ts";
import { fairGroupOf } from "./fair-groups.ts";
import { queueAddresses } from "./queue-addresses.ts";
import { entityIn, seeChange, type VisibleChange } from "./visible-change.ts";

/** Where visible changes are kept for those who follow them. */
export interface BaseLogs {
  /** The kinds of items of which it has changes. */
  entities: ReadonlySet<string>;
  /** Gives the changes that could not be appended, with the reason. */
  append(
    changes: readonly VisibleChange[],
    now: string,
  ): Promise<{ failed: VisibleChange[]; reason?: unknown }>;
}

export interface Destination {
  /** The address of the queue. */
  queue: string;
  changes: readonly Subscription[];
}

/** The changes that each consumer gets, by its operation. The bundler inserts the list of all consumers (lib/stack/bundles/constants.ts). */
export interface Wanting {
  operation: string;
  changes: readonly Subscription[];
}

type Dispatch = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

export interface Dispatcher extends Dispatch {
  log: BaseLogs;
  /** The same for other queues than those in the environment. */
  dispatchTo(destinations: readonly Destination[], send: Send): Dispatch;
}

const longestDelay = 900;

/** Reads who wants which changes from GRIDLESS_CONSUMERS, and their queues from GRIDLESS_QUEUES. `log` gets those of its kinds, beside the consumers. */
export function dispatcher(log: BaseLogs): Dispatcher {
  const dispatchTo = (destinations: readonly Destination[], send: Send) =>
    dispatchAll(log, destinations, send);
  const dispatch: Dispatch = async (event) => {
    const { sendToQueue } = await import("./sqs.ts");
    const consumers = JSON.parse(process.env["GRIDLESS_CONSUMERS"] ?? "[]") as Wanting[];
    return dispatchTo(destinationsOf(consumers, process.env["GRIDLESS_QUEUES"]), sendToQueue)(event);
  };
  return Object.assign(dispatch, { log, dispatchTo });
}

/**
 * Throws if a consumer has no queue: while a deployment replaces the code before the environment. Then the stream delivers the batch
 * again, and the new consumer misses nothing.
 */
function destinationsOf(consumers: Wanting[], queues = ""): Destination[] {
  const addresses = queueAddresses.read(queues);
  return consumers.map(({ operation, changes }) => {
    const queue = addresses.get(operation);
    if (!queue) throw new Error(`GRIDLESS_QUEUES names no queue of ${operation}`);
    return { queue, changes };
  });
}

function dispatchAll(log: BaseLogs, destinations: readonly Destination[], send: Send): Dispatch {
  const sent = destinations.flatMap(({ changes }) => changes.map(({ entity }) => entity));
  const wanted = new Set([...sent, ...log.entities]);
  return async function dispatch({ Records }) {
    const seen = Records.flatMap((record) => {
      const found = wanted.has(entityIn(record) ?? "") ? seeChange(record) : undefined;
      return found ? [{ record, ...found }] : [];
    });
    const unlogged = logAll(log, seen);
    const failed = await Promise.all(
      destinations.map(async ({ queue, changes }) => {
        const wanted = seen.flatMap(({ record, ...each }) => {
          const message = each.isQuiet ? undefined : messageFor(changes, each);
          return message ? [{ record, message }] : [];
        });
        if (wanted.length === 0) return [];
        const refused = await trySend(
          send,
          queue,
          wanted.map(({ message }) => message),
        );
        return wanted.filter(({ message }) => refused.includes(message)).map(({ record }) => record);
      }),
    );
    return answer(Records, new Set([...failed.flat(), ...(await unlogged)]));
  };
}

/** Appends changes to the log; gives the records of those that could not be. */
async function logAll(
  { entities, append }: BaseLogs,
  seen: (VisibleChange & { record: DynamoDBRecord })[],
): Promise<DynamoDBRecord[]> {
  const kept = seen.filter(({ change }) => entities.has(change.entity));
  if (kept.length === 0) return [];
  const { failed, reason } = await append(kept, new Date().toISOString());
  if (failed.length > 0) console.error({ log: "changes", failed: failed.length, error: shown(reason) });
  return kept.filter((each) => failed.includes(each)).map(({ record }) => record);
}

/** Gives all messages as not accepted if the queue cannot be reached. */
const trySend = (send: Send, queue: string, messages: Message[]): Promise<Message[]> =>
  send(queue, messages).catch((error: unknown) => {
    console.error({ queue, messages: messages.length, error: shown(error) });
    return messages;
  });

function messageFor(changes: readonly Subscription[], { change, image }: VisibleChange): Message | undefined {
  const wanted = changes.find(({ entity, kinds }) => entity === change.entity && kinds.includes(change.kind));
  if (!wanted) return undefined;
  const due = wanted.dueAt && image[wanted.dueAt]?.S;
  const wait = due ? Math.ceil((Date.parse(due) - Date.now()) / msPerSecond) : 0;
  const delaySeconds = Math.min(Math.max(wait, 0), longestDelay);
  return { change, delaySeconds, group: fairGroupOf(change.key, image) };
}

function answer(records: DynamoDBRecord[], failed: ReadonlySet<DynamoDBRecord>): DynamoDBBatchResponse {
  const first = records.find((record) => failed.has(record));
  // an error of the function shows in metrics and alarms
  if (first && first === records[0])
    throw new Error(`${failed.size} changes could not be logged or sent to queues`);
  const itemIdentifier = first?.dynamodb?.SequenceNumber;
  return { batchItemFailures: itemIdentifier ? [{ itemIdentifier }] : [] };
}
