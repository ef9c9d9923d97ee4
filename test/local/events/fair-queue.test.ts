import type { SQSEvent } from "aws-lambda";
import { expect, test } from "vitest";
import type { Message } from "#lib/events/change";
import { openEngine } from "#lib/local/embedded/open-engine";
import { openFairQueue } from "#lib/local/events/fair-queue";
import { memoryQueue } from "#lib/local/events/memory-queue";
import { storeTable } from "#lib/local/store/embedded-store";
import { limitPartitions } from "#lib/local/store/limit-partitions";
import { aMessage } from "#test/support/store/stream";

const of = (group: string, count: number): Message[] =>
  Array.from({ length: count }, (_, version) => ({
    ...aMessage({ version, key: { pk: group, sk: "b" } }),
    group,
  }));

test("groups take turns, and each keeps its order", () => {
  const queue = openFairQueue<{ group: string; n: number }>();
  for (let n = 0; n < 100; n++) queue.put({ group: "large", n });
  queue.put({ group: "small", n: 100 });
  expect(queue.put({ group: "tiny", n: 101 })).toBe(102);
  expect(queue.heads().map(({ n }) => n)).toEqual([0, 100, 101]);
  expect(queue.take(5).map(({ n }) => n)).toEqual([0, 100, 101, 1, 2]);
  queue.put({ group: "small", n: 102 });
  expect(queue.take(2).map(({ n }) => n)).toEqual([3, 102]);
  expect(queue.take(1000).map(({ n }) => n)).toEqual(Array.from({ length: 96 }, (_, i) => i + 4));
  expect([queue.size(), queue.take(1), queue.heads()]).toEqual([0, [], []]);
});

test("only groups that may have a turn are taken", () => {
  const queue = openFairQueue<{ group: string; n: number }>();
  for (let n = 0; n < 3; n++) queue.put({ group: "large", n });
  queue.put({ group: "small", n: 3 });
  expect(queue.take(10, (group) => group !== "large").map(({ n }) => n)).toEqual([3]);
  expect([queue.size(), queue.of("large").length, queue.of("small")]).toEqual([3, 3, []]);
});

test("while each call is held by one base, others are served one after another, in one further call", async () => {
  const held = Promise.withResolvers<void>();
  const begun: string[][] = [];
  const queue = memoryQueue({
    name: "held",
    batch: 3,
    atOnce: 2,
    onDeadLetter: () => {},
    async consume({ Records }: SQSEvent) {
      const groups = Records.map(({ body }) => JSON.parse(body).key.pk as string);
      begun.push(groups);
      if (groups.includes("large")) await held.promise;
      return { batchItemFailures: [] };
    },
  });
  const imported = of("large", 100).map((message) => queue.put(message));
  await new Promise(setImmediate);
  expect(begun).toEqual([Array(3).fill("large"), Array(3).fill("large")]);
  expect(queue.backlogOf(["large", "small"]).changes).toBe(94);
  for (const group of ["small", "tiny", "small"])
    await Promise.all(of(group, 2).map((each) => queue.put(each)));
  expect(begun.slice(2)).toEqual([
    ["small", "small"],
    ["tiny", "tiny"],
    ["small", "small"],
  ]);
  expect(queue.due()).toBe(100);
  held.resolve();
  await Promise.all(imported);
  await queue.stop();
});

test("a base whose partition is throttled holds up no other", async () => {
  let now = 0;
  const engine = limitPartitions(
    openEngine({ file: ":memory:", tables: [storeTable("store")], durable: false }),
    () => now,
  );
  const written: string[] = [];
  let throttled = 0;
  async function writeOne(body: string): Promise<boolean> {
    const { pk, sk } = JSON.parse(body).key;
    try {
      await engine.execute("PutItem", { TableName: "store", Item: { pk: { S: pk }, sk: { S: sk } } });
      return written.push(pk) > 0;
    } catch {
      throttled++;
      return false;
    }
  }
  const deadLetters: string[] = [];
  const queue = memoryQueue({
    name: "writers",
    batch: 100,
    patience: 1,
    onDeadLetter: (body) => deadLetters.push(JSON.parse(body).key.pk),
    async consume({ Records }: SQSEvent) {
      const done = await Promise.all(Records.map(({ body }) => writeOne(body)));
      return {
        batchItemFailures: Records.flatMap(({ messageId }, i) =>
          done[i] ? [] : { itemIdentifier: messageId },
        ),
      };
    },
  });
  const imported = of("large", 3000).map((message) => queue.put(message));
  const other = of("small", 20).map((message) => queue.put(message));
  await Promise.all(other);
  // they were in the first call, which takes 100 messages; the second may have begun
  expect(written.length).toBeLessThanOrEqual(200);
  expect(written.filter((pk) => pk === "small")).toHaveLength(20);
  // the clock stands still: the partition of the import takes its 1,000 units and hardly more, however many come
  await Promise.all(of("small", 20).map((message) => queue.put(message)));
  await Promise.all(imported);
  const large = () => written.filter((pk) => pk === "large").length;
  // what a call begins at once may be more than was left
  const taken = large();
  expect(taken).toBeGreaterThanOrEqual(1000);
  expect(taken).toBeLessThan(1100);
  expect(throttled).toBeGreaterThan(3000);
  expect(written.filter((pk) => pk === "small")).toHaveLength(40);
  expect(deadLetters).toEqual(Array(3000 - taken).fill("large"));
  now = 1000;
  await Promise.all(of("large", 5).map((message) => queue.put(message)));
  expect(large()).toBe(taken + 5);
  await queue.stop();
});
