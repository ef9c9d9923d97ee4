import { expect, test, vi } from "vitest";
import { anEngine, key, refusalOf, table } from "./support.ts";

test("every change is fed once it is durable, in order, with its images; what changes nothing is none", async () => {
  const { engine, call, put } = anEngine();
  const heard = vi.fn();
  engine.onChange(heard);
  await put("a", { n: { N: "1" } });
  await put("a", { n: { N: "1.0" } });
  await put("a", { n: { N: "2" } });
  await refusalOf(call("PutItem", { Item: key("a"), ConditionExpression: "attribute_not_exists(pk)" }));
  await call("DeleteItem", { Key: key("a") });
  await call("DeleteItem", { Key: key("a") });
  const changes = engine.readChanges(0);
  expect(
    changes.map(({ record }) => [
      record.eventName,
      record.dynamodb.OldImage?.["n"],
      record.dynamodb.NewImage?.["n"],
    ]),
  ).toEqual([
    ["INSERT", undefined, { N: "1" }],
    ["MODIFY", { N: "1" }, { N: "2" }],
    ["REMOVE", { N: "2" }, undefined],
  ]);
  expect(changes[0]).toMatchObject({ table: table.name, record: { dynamodb: { Keys: key("a") } } });
  expect(heard.mock.calls.map(([sequence]) => sequence)).toEqual([1, 2, 3]);
});

test("items that are not fed are written all the same, and wake nobody", async () => {
  const { engine, put, get } = anEngine({ isFed: ({ quiet }) => quiet !== true });
  const heard = vi.fn();
  engine.onChange(heard);
  await put("a", { quiet: { BOOL: true } });
  await put("b");
  expect(await get("a")).toBeDefined();
  expect(engine.readChanges(0).map(({ record }) => record.dynamodb.Keys["sk"])).toEqual([{ S: "b" }]);
  await put("a", { quiet: { BOOL: true }, n: { N: "2" } });
  expect(heard.mock.calls).toEqual([[1]]);
});

test("consumed changes are removed; sequences go on after them", async () => {
  const { engine, put } = anEngine();
  await Promise.all(["a", "b", "c"].map((sk) => put(sk)));
  expect(engine.readChanges(1, 1).map(({ sequence }) => sequence)).toEqual([2]);
  expect(await engine.removeChanges(3)).toBe(3);
  await put("d");
  expect(engine.readChanges(0).map(({ sequence }) => sequence)).toEqual([4]);
});

test("what has expired is deleted by the service; what expired five years ago, or says no number, stays", async () => {
  const now = 2_000_000_000;
  const { engine, put, get } = anEngine({ now: () => now * 1000 });
  await put("due", { expiresAt: { N: `${now}` } });
  await put("later", { expiresAt: { N: `${now + 1}` } });
  await put("ancient", { expiresAt: { N: "1" } });
  await put("text", { expiresAt: { S: `${now}` } });
  await Promise.all(
    Array.from({ length: 120 }, (_, i) => put(`many${i}`, { expiresAt: { N: `${now - i}` } })),
  );
  const before = engine.lastChange();
  expect(await engine.removeExpired()).toBe(121);
  expect(await get("due")).toBeUndefined();
  for (const sk of ["later", "ancient", "text"]) expect(await get(sk)).toBeDefined();
  const [removed] = engine.readChanges(before);
  expect(removed?.record).toMatchObject({
    eventName: "REMOVE",
    userIdentity: { type: "Service", principalId: "dynamodb.amazonaws.com" },
  });
});
