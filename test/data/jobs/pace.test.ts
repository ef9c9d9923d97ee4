/* The pace of a job that writes many records, by a clock of its own. */
import { expect, test } from "vitest";
import { planPace, unitsOfKey } from "#lib/data/jobs/pace";
import { openEngine } from "#lib/local/embedded/open-engine";
import { storeTable } from "#lib/local/store/embedded-store";
import { limitPartitions, partitionLimits } from "#lib/local/store/limit-partitions";

test("a job takes less than half of what a key takes", () => {
  expect(unitsOfKey).toBeLessThan(partitionLimits.written / 2);
});

test("batches come as often as their units allow, and time that was not used is lost", () => {
  let now = 0;
  const msToWait = planPace(1000, () => now);
  expect(msToWait(100)).toBe(100);
  now = 100;
  // the batch itself took 40 ms of its time
  now += 40;
  expect(msToWait(100)).toBe(60);
  now = 10_000;
  expect(msToWait(500)).toBe(300);
  now += 300;
  expect(msToWait(500)).toBe(500);
});

test("a store that throttles keys takes all batches of a job at its pace, and those of another writer beside it", async () => {
  let now = 0;
  const engine = limitPartitions(
    openEngine({ file: ":memory:", tables: [storeTable("store")], durable: false }),
    () => now,
  );
  const put = (batch: number, i: number) => ({
    Put: { TableName: "store", Item: { pk: { S: "RECORDS" }, sk: { S: `${batch} ${i}` } } },
  });
  const write = (batch: number) =>
    engine.execute("TransactWriteItems", {
      TransactItems: Array.from({ length: 50 }, (_, i) => put(batch, i)),
    });
  const msToWait = planPace(unitsOfKey, () => now);
  let refused = 0;
  for (let batch = 0; now < 20_000; batch++) {
    await write(batch).catch(() => refused++);
    now += msToWait(100);
    // another writer takes as much
    await write(-1 - batch).catch(() => refused++);
  }
  expect(refused).toBe(0);
});
