/*
 * A queue in memory that behaves like SQS: a message whose consumer throws is delivered again, five times at most; then it becomes a
 * dead letter. The queue is lost when the process ends, and filled again from the store's changes (lib/local/store).
 */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type { Message } from "#lib/events/change";

interface QueueOptions {
  name: string;
  consume: (event: SQSEvent) => Promise<SQSBatchResponse>;
  /** Called with the body of each dead letter. */
  onDeadLetter: (body: string) => void;
  /** Milliseconds before the second attempt; doubled for each further attempt. */
  patience?: number;
  /** The most messages consumed at the same time. */
  atOnce?: number;
  /** Called after each attempt to consume a message. */
  onAttempt?: () => void;
}

const mostReceives = 5;

export function memoryQueue({
  name,
  consume,
  onDeadLetter,
  patience = 1000,
  atOnce = 1,
  onAttempt = () => {},
}: QueueOptions) {
  const timers = new Set<NodeJS.Timeout>();
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  let stopped = false;

  function goOn(): void {
    while (!stopped && running.size < atOnce) {
      const next = waiting.shift();
      if (!next) return;
      const consuming = next().finally(() => {
        running.delete(consuming);
        goOn();
        onAttempt();
      });
      running.add(consuming);
    }
  }

  /** Settles when the message is consumed or becomes a dead letter; never if the queue is stopped first. */
  function put({ change, delaySeconds }: Message): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const body = JSON.stringify(change);
    const messageId = crypto.randomUUID();
    function receive(times: number) {
      waiting.push(async () => {
        if (await isConsumed(messageId, body, times)) return resolve();
        if (times < mostReceives) return later(() => receive(times + 1), patience * 2 ** (times - 1));
        onDeadLetter(body);
        resolve();
      });
      goOn();
    }
    if (delaySeconds > 0) later(() => receive(1), delaySeconds * 1000);
    else receive(1);
    return promise;
  }

  function later(work: () => void, milliseconds: number): void {
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timers.add(timer);
  }

  /** How many messages are consumed or could be: those that wait for their time are not counted. */
  const due = (): number => waiting.length + running.size;

  async function isConsumed(messageId: string, body: string, times: number): Promise<boolean> {
    const record = { messageId, body, attributes: { ApproximateReceiveCount: String(times) } } as SQSRecord;
    try {
      const { batchItemFailures } = await consume({ Records: [record] });
      return batchItemFailures.length === 0;
    } catch {
      // the consumer has logged it
      return false;
    }
  }

  /** Waits for running consumers. */
  async function stop(): Promise<void> {
    stopped = true;
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(running);
  }

  return { name, put, due, stop };
}
