import { expect, test } from "vitest";
import { openEngine } from "#lib/local/embedded/open-engine";
import { storeTable } from "#lib/local/store/embedded-store";
import { costHeader, countCosts, withCost } from "#lib/local/store/request-costs";

const key = (sk: string) => ({ pk: { S: "one" }, sk: { S: sk } });

test("each request has its own costs, in the units of DynamoDB", async () => {
  const engine = openEngine({ file: ":memory:", tables: [storeTable("t")], durable: false });
  const counted = countCosts(engine);
  const write = async (sk: string, bytes: number) => {
    const Item = { ...key(sk), text: { S: "x".repeat(bytes) } };
    await counted.execute("PutItem", { TableName: "t", Item });
  };
  const [small, large, reading] = await Promise.all([
    withCost(() => write("a", 10)),
    withCost(async () => {
      await write("b", 3000);
      await counted.execute("GetItem", { TableName: "t", Key: key("b"), ConsistentRead: true });
    }),
    withCost(() => counted.execute("GetItem", { TableName: "t", Key: key("a") })),
  ]);
  expect(small.cost).toEqual({ requests: 1, read: 0, written: 1 });
  expect(large.cost).toEqual({ requests: 2, read: 1, written: 3 });
  expect(reading.cost).toEqual({ requests: 1, read: 0.5, written: 0 });
  expect(costHeader(large.cost)).toEqual({ "server-timing": 'store;desc="2 requests, 1 RCU, 3 WCU"' });
  expect(costHeader({ requests: 0, read: 0, written: 0 })).toEqual({});
  // outside of a request nothing is added to an answer
  expect(await counted.execute("GetItem", { TableName: "t", Key: key("c") })).toEqual({});
  engine.close();
});
