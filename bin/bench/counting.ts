/* Counts the work after the responses as AWS bills it: stream batches, queue requests and invocations of functions. */
import type { DynamoDBRecord, SQSEvent } from "aws-lambda";
import type { Consumer } from "#lib/events/consumer";
import type { Registry } from "#lib/registry";
import type { Key } from "#lib/store/item";

export interface Told {
  /** Messages sent to queues. */
  messages: number;
  /** Requests to SQS: one sends up to ten messages; one receives and one removes the messages of a batch. */
  queueRequests: number;
  /** Invocations of the dispatcher, the stream reader and the consumers. */
  invocations: number;
}

/** The same batch sizes as in lib/stack/functions/triggers.ts. */
const streamBatch = 100;
const queueBatch = 10;

/** The same functions with counters. `end` is the key of an item that is written after everything else. */
export function counting({ consumers, reader, ...registry }: Registry, end: Key) {
  const reached = Promise.withResolvers<void>();
  const isEnd = ({ dynamodb }: DynamoDBRecord) =>
    dynamodb?.Keys?.["pk"]?.S === end.pk && dynamodb.Keys["sk"]?.S === end.sk;
  const streamed = { all: 0, passed: 0 };
  const { partitions } = reader.handler.reader;
  const isPassed = ({ eventName, dynamodb }: DynamoDBRecord) =>
    eventName !== "INSERT" && partitions.some((start) => dynamodb?.Keys?.["pk"]?.S?.startsWith(start));
  const read: typeof reader.handler = Object.assign(
    (...[{ Records: all }]: Parameters<typeof reader.handler>) => {
      if (all.some(isEnd)) reached.resolve();
      const Records = all.filter((record) => !isEnd(record));
      streamed.all += Records.length;
      streamed.passed += Records.filter(isPassed).length;
      return reader.handler({ Records });
    },
    { reader: reader.handler.reader },
  );
  const queues = consumers.map(({ handler, ...each }) => ({ ...each, ...counted(handler) }));
  const watched: Registry = {
    ...registry,
    reader: { ...reader, handler: read },
    consumers: queues.map(({ received: _, ...each }) => each),
  };
  const told = (): Told => ({
    messages: sum(queues.map(({ received }) => received.messages)),
    queueRequests: sum(
      queues.map(({ received }) => Math.ceil(received.messages / queueBatch) + 2 * received.batches),
    ),
    invocations:
      Math.ceil(streamed.all / streamBatch) +
      Math.ceil(streamed.passed / streamBatch) +
      sum(queues.map(({ received }) => received.batches)),
  });
  return { counted: watched, told, reached: reached.promise };
}

function counted(handler: Consumer) {
  const received = { messages: 0, batches: 0 };
  const consume = (event: SQSEvent) => {
    received.messages += event.Records.length;
    received.batches++;
    return handler(event);
  };
  // one batch after another, as an idle machine would get them
  return { handler: Object.assign(consume, { consumer: { ...handler.consumer, atOnce: 1 } }), received };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
