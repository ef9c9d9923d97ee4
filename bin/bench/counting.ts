/* What happens after the answers, in batches and counted as on AWS: stream, queues and starts of functions. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { DynamoDBRecord, SQSRecord } from "aws-lambda";
import type { Consumer } from "#lib/events/consumer";
import type { Registry } from "#lib/registry";
import type { Key } from "#lib/store/item";

export interface Told {
  /** Put into queues. */
  messages: number;
  /** Of SQS: up to ten messages are put together, and what a consumer takes at once is received and removed together. */
  queueRequests: number;
  /** Of the dispatcher, the stream's reader and the consumers. */
  invocations: number;
}

/** As lib/stack/triggers.ts has it. */
const streamBatch = 100;
const queueBatch = 10;

/** The same functions, and what they are told from now on; `end` is an item that is put into the store after all else. */
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
  const queues = consumers.map(({ handler, ...each }) => ({ ...each, ...batched(handler) }));
  const counted: Registry = {
    ...registry,
    reader: { ...reader, handler: read },
    consumers: queues.map(({ heard: _, ...each }) => each),
  };
  const told = (): Told => ({
    messages: sum(queues.map(({ heard }) => heard.messages)),
    queueRequests: sum(queues.map(({ heard }) => Math.ceil(heard.messages / queueBatch) + 2 * heard.batches)),
    invocations:
      Math.ceil(streamed.all / streamBatch) +
      Math.ceil(streamed.passed / streamBatch) +
      sum(queues.map(({ heard }) => heard.batches)),
  });
  return { counted, told, reached: reached.promise };
}

/** Hears of what comes at the same moment together, and of one batch after another, as on a machine of its own. */
function batched(handler: Consumer) {
  const heard = { messages: 0, batches: 0 };
  const most = handler.consumer.batch ?? queueBatch;
  let last: Promise<unknown> = Promise.resolve();
  let open: { Records: SQSRecord[]; answer: ReturnType<Consumer> } | undefined;

  async function consume(Records: SQSRecord[], before: Promise<unknown>) {
    await before;
    await nextTurn();
    if (open?.Records === Records) open = undefined;
    heard.batches++;
    return handler({ Records });
  }
  const put: Consumer = Object.assign(
    ({ Records: [message] }: { Records: SQSRecord[] }) => {
      if (!message) throw new Error("a queue of one machine hands over one message");
      heard.messages++;
      if (!open || open.Records.length === most) {
        const Records: SQSRecord[] = [];
        const answer = consume(Records, last);
        last = answer.catch(() => {});
        open = { Records, answer };
      }
      open.Records.push(message);
      return open.answer;
    },
    { consumer: { ...handler.consumer, atOnce: Number.POSITIVE_INFINITY } },
  );
  return { handler: put, heard };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
