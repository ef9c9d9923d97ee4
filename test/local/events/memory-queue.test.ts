import type { SQSEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { memoryQueue } from "#lib/local/events/memory-queue";
import { aChange, aMessage } from "#test/support/store/stream";

function queueOf(consume: (body: string, times: number) => Promise<boolean> | boolean, atOnce = 1) {
  const deadLetters: string[] = [];
  const queue = memoryQueue({
    name: "notes",
    patience: 1,
    atOnce,
    onDeadLetter: (body) => deadLetters.push(body),
    async consume({ Records: [record] }: SQSEvent) {
      const { body = "", messageId = "", attributes } = record ?? {};
      const isDone = await consume(body, Number(attributes?.ApproximateReceiveCount));
      return { batchItemFailures: isDone ? [] : [{ itemIdentifier: messageId }] };
    },
  });
  return { queue, deadLetters };
}

test("a message is consumed once", async () => {
  const bodies: string[] = [];
  const { queue, deadLetters } = queueOf((body) => bodies.push(body) > 0);
  await queue.put(aMessage());
  expect(bodies).toEqual([JSON.stringify(aChange())]);
  expect(deadLetters).toEqual([]);
});

test.each(["reports", "throws"])(
  "one that its consumer %s comes five times, then it is a dead letter",
  async (how) => {
    const times: number[] = [];
    const { queue, deadLetters } = queueOf((_, time) => {
      times.push(time);
      if (how === "throws") throw new Error("no");
      return false;
    });
    await queue.put(aMessage());
    expect(times).toEqual([1, 2, 3, 4, 5]);
    expect(deadLetters).toEqual([JSON.stringify(aChange())]);
  },
);

test("one that fails holds up no other", async () => {
  const order: number[] = [];
  const { queue } = queueOf((body, times) => {
    const { version } = JSON.parse(body);
    order.push(version);
    return version === 2 || times === 3;
  });
  await Promise.all([queue.put(aMessage({ version: 1 })), queue.put(aMessage({ version: 2 }))]);
  expect(order.filter((version) => version === 1)).toHaveLength(3);
  expect(order.indexOf(2)).toBeLessThan(order.lastIndexOf(1));
});

test.each([1, 3])(
  "at most %i are consumed at once, and one that takes long keeps the others from nothing else",
  async (atOnce) => {
    let running = 0;
    let most = 0;
    const { queue } = queueOf(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return true;
    }, atOnce);
    await Promise.all(Array.from({ length: 10 }, (_, version) => queue.put(aMessage({ version }))));
    expect(most).toBe(atOnce);
  },
);

test("stopping finishes what is being consumed, and begins nothing", async () => {
  const done: number[] = [];
  const begun = Promise.withResolvers<void>();
  const { queue } = queueOf(async (body) => {
    begun.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    return done.push(JSON.parse(body).version) > 0;
  });
  void queue.put(aMessage({ version: 1 }));
  void queue.put(aMessage({ version: 2 }));
  void queue.put(aMessage({ version: 3 }, 900));
  await begun.promise;
  await queue.stop();
  expect(done).toEqual([1]);
});

test("messages that wait are consumed together, and only those that were not come again", async () => {
  const calls: number[][] = [];
  const queue = memoryQueue({
    name: "notes",
    patience: 1,
    batch: 3,
    onDeadLetter: () => {},
    async consume({ Records }) {
      await new Promise((resolve) => setImmediate(resolve));
      const versions = Records.map(({ body }) => JSON.parse(body).version as number);
      calls.push(versions);
      const isFirst = calls.filter((each) => each.includes(2)).length < 2;
      const failed = Records.filter((_, i) => versions[i] === 2 && isFirst);
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    },
  });
  await Promise.all(Array.from({ length: 5 }, (_, version) => queue.put(aMessage({ version }))));
  expect(calls).toEqual([[0, 1, 2], [3, 4], [2]]);
  expect(queue.due()).toBe(0);
});
