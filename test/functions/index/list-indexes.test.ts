import { expect, test } from "vitest";
import { handler as listIndexes } from "#functions/index/list-indexes";
import { noteOrder } from "#lib/data/indexes/asked-orders";
import type { IndexDefinition } from "#lib/data/indexes/index-definition";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { call } from "#test/support/requests/call";
import { baseUrl } from "#test/support/run/target";
import { addCounts, aLargeTable, makeIndexes } from "./support.ts";

test("shows the indexes of a table", async () => {
  const { as, params, orders } = await aLargeTable();
  // the consumers of a stack may have begun it
  if (!baseUrl()) expect((await call(listIndexes, { as, params })).body).toEqual([]);
  await tendIndexes(params.tableId, new Date().toISOString());
  const { status, body } = await call(listIndexes, { as, params });
  expect(status).toBe(200);
  expect(body).toMatchObject([{ orders, state: "building" }]);
});

test("shows what each is for, how large it is, and how often pages were read in its order", async () => {
  const large = await aLargeTable();
  const { as, params, orders, viewId } = large;
  const other = [{ ...orders[0], order: "asc" }] as IndexDefinition["orders"];
  for (const [definition, isAsked] of [
    [{ orders: orders as typeof other }, false],
    [{ orders: other }, true],
  ] as const)
    await noteOrder(params.tableId, { definition, pages: 48, isAsked, isMissing: true });
  await addCounts(large, [1, 2, 3]);
  await makeIndexes(large);
  const { body } = await call(listIndexes, { as, params });
  const today = new Date().toISOString().slice(0, 10);
  const size = { entries: 3, bytes: expect.any(Number), countedTime: expect.any(String) };
  expect(body).toHaveLength(2);
  expect(body).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        orders,
        views: expect.arrayContaining([viewId]),
        use: { pages: 48, asked: 0, lastDay: today },
        size,
      }),
      expect.objectContaining({
        orders: other,
        views: [],
        use: { pages: 48, asked: 48, lastDay: today },
        size,
      }),
    ]),
  );
});
test("of an index that requests ask for it shows no value that they filter by", async () => {
  const large = await aLargeTable();
  const { as, params, orders } = large;
  const filterSet = [{ fieldId: orders[0]?.fieldId as string, operator: "isNot", value: 1234567 }];
  const inner = { conjunction: "or" as const, filterSet };
  const filter = { conjunction: "and" as const, filterSet: [inner] };
  const definition = { orders: orders as IndexDefinition["orders"], filter, groups: 0 };
  await noteOrder(params.tableId, { definition, pages: 48, isAsked: true, isMissing: true });
  await makeIndexes(large);
  const { body } = await call(listIndexes, { as, params });
  expect(JSON.stringify(body)).not.toContain("1234567");
  const hidden = { conjunction: "or", filterSet: [{ ...filterSet[0], value: null }] };
  expect(body).toContainEqual(
    expect.objectContaining({ filter: { conjunction: "and", filterSet: [hidden] }, views: [] }),
  );
});
