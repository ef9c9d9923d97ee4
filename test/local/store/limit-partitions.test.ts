import { expect, test } from "vitest";
import { openEngine } from "#lib/local/embedded/open-engine";
import { storeTable } from "#lib/local/store/embedded-store";
import { limitPartitions } from "#lib/local/store/limit-partitions";

const key = (pk: string, sk = "a") => ({ pk: { S: pk }, sk: { S: sk } });

/** A limited engine with an item of 100 KB in each of two partitions, and a clock that stands. */
async function aLimitedStore() {
  const clock = { now: 10_000 };
  const engine = openEngine({ file: ":memory:", tables: [storeTable("t")], durable: false });
  const limited = limitPartitions(engine, () => clock.now);
  const put = (pk: string, kilobytes: number) =>
    limited.execute("PutItem", {
      TableName: "t",
      Item: { ...key(pk), text: { S: "x".repeat(kilobytes * 1024 - 20) } },
    });
  const get = (pk: string) =>
    limited.execute("GetItem", { TableName: "t", Key: key(pk), ConsistentRead: true });
  const transact = (...pks: string[]) =>
    limited.execute("TransactWriteItems", {
      TransactItems: pks.map((pk) => ({ Put: { TableName: "t", Item: key(pk, "b") } })),
    });
  const batchGet = (...pks: string[]) =>
    limited.execute("BatchGetItem", {
      RequestItems: { t: { Keys: pks.map((pk) => key(pk)), ConsistentRead: true } },
    });
  return { clock, limited, put, get, transact, batchGet };
}

const throttled = { name: "ProvisionedThroughputExceededException", $fault: "client" };

test("a key takes 1,000 written units a second, and its neighbour all the same; after a second it takes them again", async () => {
  const { clock, put, get } = await aLimitedStore();
  for (let i = 0; i < 10; i++) await put("one", 100);
  await expect(put("one", 1)).rejects.toMatchObject(throttled);
  await put("two", 100);
  // reads have units of their own
  expect(await get("one")).toHaveProperty("Item");
  clock.now += 100;
  await put("one", 100);
  await expect(put("one", 1)).rejects.toMatchObject(throttled);
  clock.now += 1000;
  for (let i = 0; i < 10; i++) await put("one", 100);
  await expect(put("one", 1)).rejects.toMatchObject(throttled);
});

test("a key takes 3,000 read units a second", async () => {
  const { put, get } = await aLimitedStore();
  await put("one", 100);
  for (let i = 0; i < 120; i++) await get("one");
  await expect(get("one")).rejects.toMatchObject(throttled);
});

test("a transaction is cancelled with the reasons; nothing of it is written", async () => {
  const { put, transact, get } = await aLimitedStore();
  for (let i = 0; i < 10; i++) await put("one", 100);
  await expect(transact("two", "one")).rejects.toMatchObject({
    name: "TransactionCanceledException",
    CancellationReasons: [{ Code: "None" }, { Code: "ThrottlingError" }],
  });
  expect(await get("two")).not.toHaveProperty("Item");
  await transact("two", "three");
});

test("of a batch the throttled keys are left; if all are, it is refused", async () => {
  const { limited, put, get, batchGet } = await aLimitedStore();
  await put("one", 100);
  await put("two", 1);
  for (let i = 0; i < 120; i++) await get("one");
  const answer = await batchGet("one", "two");
  expect(answer).toMatchObject({
    Responses: { t: [key("two")] },
    UnprocessedKeys: { t: { Keys: [key("one")], ConsistentRead: true } },
  });
  await expect(batchGet("one")).rejects.toMatchObject(throttled);

  for (let i = 0; i < 9; i++) await put("one", 100);
  const write = (pk: string) => ({ PutRequest: { Item: key(pk, "c") } });
  const written = { RequestItems: { t: [write("one"), write("two")] } };
  expect(await limited.execute("BatchWriteItem", written)).toMatchObject({
    UnprocessedItems: { t: [write("one")] },
  });
});
