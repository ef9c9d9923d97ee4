import { expect, test } from "vitest";
import { anEngine, key, refusalOf, table } from "./support.ts";

const query = { KeyConditionExpression: "pk = :p", ExpressionAttributeValues: { ":p": { S: "p" } } };
const filler = { S: "x".repeat(300 * 1024) };

test("a page ends at a megabyte, before the filter, and the next goes on after it", async () => {
  const { call, put } = anEngine();
  for (const sk of ["a", "b", "c", "d", "e"]) await put(sk, { filler });
  const filtered = { ...query, FilterExpression: "attribute_exists(x)" };
  const first = await call("Query", filtered);
  expect(first).toEqual({ Items: [], Count: 0, ScannedCount: 4, LastEvaluatedKey: key("d") });
  const rest = await call("Query", { ...filtered, ExclusiveStartKey: first.LastEvaluatedKey });
  expect(rest).toEqual({ Items: [], Count: 0, ScannedCount: 1 });
});

test("what a page costs is what was read of it, rounded once", async () => {
  const { call, put } = anEngine();
  for (const sk of ["a", "b", "c"]) await put(sk, { x: { S: "x".repeat(2000) } });
  const units = async (more: object) =>
    (await call("Query", { ...query, ReturnConsumedCapacity: "TOTAL", ...more })).ConsumedCapacity
      .CapacityUnits;
  expect(await units({ ConsistentRead: true })).toBe(2);
  expect(await units({})).toBe(1);
  expect(await units({ Limit: 1 })).toBe(0.5);
  expect(await units({ ExpressionAttributeValues: { ":p": { S: "none" } }, ConsistentRead: true })).toBe(1);
});

test("a BatchGetItem ends at 16 MB and names what is left", async () => {
  const { engine, put } = anEngine();
  const sorts = Array.from({ length: 60 }, (_, i) => `${i}`);
  await Promise.all(sorts.map((sk) => put(sk, { filler })));
  const RequestItems = { [table.name]: { Keys: sorts.map((sk) => key(sk)), ConsistentRead: true } };
  const answer = await engine.execute("BatchGetItem", { RequestItems });
  const found = (answer["Responses"] as { [name: string]: unknown[] })[table.name] ?? [];
  const left = (answer["UnprocessedKeys"] as { [name: string]: { Keys: unknown[] } })[table.name]?.Keys ?? [];
  expect(found.length).toBeGreaterThan(50);
  expect(found.length + left.length).toBe(60);
});

test.each([
  ["of another partition", key("a", "q"), "outside query boundaries"],
  ["of another type", { pk: { S: "p" }, sk: { N: "1" } }, "The provided starting key is invalid"],
  ["without its sort key", { pk: { S: "p" } }, "The provided starting key is invalid"],
])("a starting key %s is refused", async (_, ExclusiveStartKey, message) => {
  const { call } = anEngine();
  expect(await refusalOf(call("Query", { ...query, ExclusiveStartKey }))).toContain(message);
});

test("begins_with tells upper and lower case apart", async () => {
  const { call, put } = anEngine();
  for (const sk of ["ab", "AB", "a\u{10ffff}b", "b"]) await put(sk);
  const { Items } = await call("Query", {
    KeyConditionExpression: "pk = :p AND begins_with(sk, :s)",
    ExpressionAttributeValues: { ":p": { S: "p" }, ":s": { S: "a" } },
  });
  expect(Items).toEqual([key("ab"), key("a\u{10ffff}b")]);
});

test("a long series of reads lets other work through, and stops when its signal says so", async () => {
  const { engine, put } = anEngine();
  for (const sk of ["a", "b", "c", "d"]) await put(sk, { filler });
  const stopping = new AbortController();
  let beats = 0;
  const heart = setInterval(() => {
    if (++beats > 5) stopping.abort();
  }, 1);
  const reading = (async () => {
    for (;;) await engine.execute("Query", { TableName: table.name, ...query }, { signal: stopping.signal });
  })();
  await expect(reading).rejects.toMatchObject({ name: "AbortError" });
  clearInterval(heart);
});
