import { expect, test } from "vitest";
import { openEngine } from "#lib/local/embedded/open-engine";
import { aFile, anEngine, key, refusalOf, table } from "./support.ts";

const TableName = table.name;
const put = (sk: string, more: object = {}) => ({ Put: { TableName, Item: key(sk), ...more } });
const check = (sk: string, ConditionExpression: string) => ({
  ConditionCheck: { TableName, Key: key(sk), ConditionExpression },
});

test("all actions are done, or none, and the reasons stand in their order", async () => {
  const { engine, get } = anEngine();
  const transact = (...TransactItems: object[]) => engine.execute("TransactWriteItems", { TransactItems });
  await transact(put("a"), put("b"));
  const refused = transact(put("c"), check("a", "attribute_not_exists(pk)"), {
    Update: { TableName, Key: key("b"), UpdateExpression: "SET x = gone" },
  });
  await expect(refused).rejects.toMatchObject({
    name: "TransactionCanceledException",
    message:
      "Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed, ValidationError]",
    CancellationReasons: [
      { Code: "None" },
      { Code: "ConditionalCheckFailed", Message: "The conditional request failed" },
      {
        Code: "ValidationError",
        Message: "The provided expression refers to an attribute that does not exist in the item",
      },
    ],
  });
  expect(await get("c")).toBeUndefined();
});

test("a refused write undoes nothing of the writes that wait with it", async () => {
  const { engine, put: putAlone, get } = anEngine();
  const answers = await Promise.allSettled([
    putAlone("a"),
    engine.execute("TransactWriteItems", {
      TransactItems: [put("b"), check("none", "attribute_exists(pk)")],
    }),
    putAlone("c"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect([await get("a"), await get("b"), await get("c")]).toEqual([key("a"), undefined, key("c")]);
});

test("no item twice, at most 100 actions, at most 4 MB", async () => {
  const { engine } = anEngine();
  const refused = (TransactItems: object[]) =>
    refusalOf(engine.execute("TransactWriteItems", { TransactItems }));
  expect(await refused([put("a"), check("a", "attribute_exists(pk)")])).toContain(
    "multiple operations on one item",
  );
  expect(await refused(Array.from({ length: 101 }, (_, i) => put(`${i}`)))).toContain(
    "less than or equal to 100",
  );
  const large = { S: "x".repeat(380 * 1024) };
  const many = Array.from({ length: 12 }, (_, i) => put("", { Item: { ...key(`${i}`), large } }));
  expect(await refused(many)).toContain("4 MB");
});

test("with the same token it is done once, for ten minutes, also after the file was closed; not with another request", async () => {
  const file = aFile();
  let time = Date.parse("2026-01-01");
  const open = () => openEngine({ file, tables: [table], now: () => time });
  const adding = (n: string) => ({
    ...{ ClientRequestToken: "token", ReturnConsumedCapacity: "TOTAL" },
    TransactItems: [
      {
        Update: {
          ...{ TableName, Key: key("sum"), UpdateExpression: "ADD n :n" },
          ExpressionAttributeValues: { ":n": { N: n } },
        },
      },
    ],
  });
  let engine = open();
  const first = await engine.execute("TransactWriteItems", adding("1"));
  expect(first["ConsumedCapacity"]).toEqual([{ TableName, CapacityUnits: 2, WriteCapacityUnits: 2 }]);
  engine.close();
  engine = open();
  const again = await engine.execute("TransactWriteItems", adding("1"));
  expect(again["ConsumedCapacity"]).toEqual([{ TableName, CapacityUnits: 2, ReadCapacityUnits: 2 }]);
  expect(await refusalOf(engine.execute("TransactWriteItems", adding("2")))).toContain(
    "IdempotentParameterMismatch",
  );
  time += 10 * 60 * 1000;
  await engine.execute("TransactWriteItems", adding("2"));
  expect((await engine.execute("GetItem", { TableName, Key: key("sum") }))["Item"]).toMatchObject({
    n: { N: "3" },
  });
  engine.close();
});
