import { expect, test } from "vitest";
import { anEngine, key } from "./support.ts";

const query = { KeyConditionExpression: "pk = :p", ExpressionAttributeValues: { ":p": { S: "p" } } };

test("a small read is answered before the pages that wait", async () => {
  const { call, put, get } = anEngine();
  for (const sk of ["a", "b", "c"]) await put(sk, { filler: { S: "x".repeat(300 * 1024) } });
  const order: string[] = [];
  const pages = Array.from({ length: 60 }, () => call("Query", query).then(() => order.push("page")));
  const small = [get("a"), call("Query", { ...query, Limit: 1 })].map((read) =>
    read.then(() => order.push("small")),
  );
  await Promise.all([...pages, ...small]);
  expect(order.lastIndexOf("small")).toBeLessThan(40);
});

test("DescribeTable counts all items and their bytes", async () => {
  const { engine, call, put } = anEngine();
  const puts = Array.from({ length: 5100 }, (_, i) => put(`${i}`.padStart(8, "0")));
  await Promise.all(puts);
  const described = async () => (await call("DescribeTable", {})).Table;
  // each has the names pk and sk, "p" and eight characters
  expect(await described()).toMatchObject({ ItemCount: 5100, TableSizeBytes: 5100 * 13 });
  await call("DeleteItem", { Key: key("00000000") });
  expect(await described()).toMatchObject({ ItemCount: 5099 });
  await expect(engine.execute("DescribeTable", { TableName: "none" })).rejects.toThrow("none not found");
});
