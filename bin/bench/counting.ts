/* What happens after the answers, counted as AWS bills it: stream, queues and starts of functions. */
import type { DynamoDBRecord } from "aws-lambda";
import type { Registry } from "#lib/registry";

export interface Told {
  /** Put into queues. */
  messages: number;
  /** Of SQS: up to ten messages are put, received and removed together, where the consumer takes as many. */
  queueRequests: number;
  /** Of the dispatcher, the stream's reader and the consumers. */
  invocations: number;
}

/** As lib/stack/triggers.ts has it. */
const streamBatch = 100;
const queueBatch = 10;

/** The same functions; `told` says what they were told up to now, if nothing else happened beside it. */
export function counting({ consumers, reader, ...registry }: Registry): { counted: Registry; told: Told } {
  const heard = { stream: 0, passed: 0, consumers: new Map<string, number>() };
  const told = {
    get messages() {
      return sum([...heard.consumers.values()]);
    },
    get queueRequests() {
      // each message is put with others, whatever its consumer takes at once
      return sum(batches().map(({ messages, taken }) => Math.ceil(messages / queueBatch) + 2 * taken));
    },
    get invocations() {
      const readers = Math.ceil(heard.stream / streamBatch) + Math.ceil(heard.passed / streamBatch);
      return readers + sum(batches().map(({ taken }) => taken));
    },
  };
  const batches = () =>
    consumers.map(({ operation, handler }) => {
      const messages = heard.consumers.get(operation) ?? 0;
      return { messages, taken: Math.ceil(messages / (handler.consumer.batch ?? queueBatch)) };
    });

  const { partitions } = reader.handler.reader;
  const isPassed = ({ eventName, dynamodb }: DynamoDBRecord) =>
    eventName !== "INSERT" && dynamodb?.Keys?.["pk"]?.S?.startsWith(partitions);
  const read: typeof reader.handler = Object.assign(
    (...[event]: Parameters<typeof reader.handler>) => {
      heard.stream += event.Records.length;
      heard.passed += event.Records.filter(isPassed).length;
      return reader.handler(event);
    },
    { reader: reader.handler.reader },
  );
  const counted = consumers.map(({ handler, ...each }) => {
    const consume: typeof handler = Object.assign(
      (...[event]: Parameters<typeof handler>) => {
        heard.consumers.set(
          each.operation,
          (heard.consumers.get(each.operation) ?? 0) + event.Records.length,
        );
        return handler(event);
      },
      { consumer: handler.consumer },
    );
    return { ...each, handler: consume };
  });
  return { counted: { ...registry, reader: { ...reader, handler: read }, consumers: counted }, told };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
