/*
 * The stream's one reader: sees what changed, and puts what somebody wants into that consumer's queue.
 *
 * What could not be put there is asked for again, from the first such record on (the stream's records are in order); so
 * those after it are heard of twice.
 */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { shown } from "#lib/schemas/basics/log-error";
import type { Message, Send, Subscription } from "./change.ts";
import { entityIn, type VisibleChange, visibleChange } from "./visible-change.ts";

export interface Destination {
  queue: string;
  changes: readonly Subscription[];
}

type Dispatch = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

export interface Dispatcher extends Dispatch {
  /** The same, with other queues than those of the environment. */
  dispatchTo(destinations: readonly Destination[], send: Send): Dispatch;
}

const longestDelay = 900;

export function dispatcher(): Dispatcher {
  const dispatch: Dispatch = async (event) => {
    const { sendToQueue } = await import("./sqs.ts");
    return dispatchTo(destinationsOf(process.env["GRIDLESS_CONSUMERS"]), sendToQueue)(event);
  };
  return Object.assign(dispatch, { dispatchTo });
}

/** `[{ queue: its URL, changes: [{ entity, kinds, dueAt }] }]` */
const destinationsOf = (text = "[]") => JSON.parse(text) as Destination[];

function dispatchTo(destinations: readonly Destination[], send: Send): Dispatch {
  const wanted = new Set(destinations.flatMap(({ changes }) => changes.map(({ entity }) => entity)));
  return async function dispatch({ Records }) {
    const seen = Records.flatMap((record) => {
      const found = wanted.has(entityIn(record) ?? "") ? visibleChange(record) : undefined;
      return found ? [{ record, ...found }] : [];
    });
    const failed = await Promise.all(
      destinations.map(async ({ queue, changes }) => {
        const wanted = seen.flatMap(({ record, ...each }) => {
          const message = messageFor(changes, each);
          return message ? [{ record, message }] : [];
        });
        if (wanted.length === 0) return [];
        const refused = await trying(
          send,
          queue,
          wanted.map(({ message }) => message),
        );
        return wanted.filter(({ message }) => refused.includes(message)).map(({ record }) => record);
      }),
    );
    return answer(Records, new Set(failed.flat()));
  };
}

/** A queue that cannot be reached took nothing. */
const trying = (send: Send, queue: string, messages: Message[]): Promise<Message[]> =>
  send(queue, messages).catch((error: unknown) => {
    console.error({ queue, messages: messages.length, error: shown(error) });
    return messages;
  });

function messageFor(changes: readonly Subscription[], { change, image }: VisibleChange): Message | undefined {
  const wanted = changes.find(({ entity, kinds }) => entity === change.entity && kinds.includes(change.kind));
  if (!wanted) return undefined;
  const due = wanted.dueAt && image[wanted.dueAt]?.S;
  const wait = due ? Math.ceil((Date.parse(due) - Date.now()) / 1000) : 0;
  return { change, delaySeconds: Math.min(Math.max(wait, 0), longestDelay) };
}

function answer(records: DynamoDBRecord[], failed: ReadonlySet<DynamoDBRecord>): DynamoDBBatchResponse {
  const first = records.find((record) => failed.has(record));
  // counts as an error of the function, so that alarms see it
  if (first && first === records[0]) throw new Error(`${failed.size} changes could not be put into queues`);
  const itemIdentifier = first?.dynamodb?.SequenceNumber;
  return { batchItemFailures: itemIdentifier ? [{ itemIdentifier }] : [] };
}
