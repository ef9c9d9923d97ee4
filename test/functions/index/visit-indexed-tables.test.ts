import { expect, test } from "vitest";
import { handler as visitIndexedTables } from "#functions/index/visit-indexed-tables";
import { listedKey } from "#lib/data/indexes/indexed-tables";
import { readSchema } from "#lib/data/schema/table-schema";
import { putItems } from "#lib/store/batch-writes";
import { getItem, type Item } from "#lib/store/store";
import { addCounts, aLargeTable, makeIndexes } from "./support.ts";

const aDayAgo = () => new Date(Date.now() - 86_400_000).toISOString();

test("a table that is due is visited, once a day; one that is gone is forgotten", async () => {
  const large = await aLargeTable();
  const { tableId } = large.params;
  await addCounts(large, [1, 2, 3]);
  await makeIndexes(large);
  const row = async () =>
    (await getItem<Item & { dueTime: string }>(listedKey(tableId))) as Item & { dueTime: string };
  const gone = {
    ...listedKey(tableId),
    sk: `${tableId}gone`,
    entity: "indexedTable",
    version: 1,
    tableId: `${tableId}gone`,
  };
  await putItems([
    { ...(await row()), dueTime: aDayAgo() },
    { ...gone, dueTime: aDayAgo() },
  ]);
  await visitIndexedTables();
  expect((await row()).dueTime > new Date().toISOString()).toBe(true);
  expect(await getItem({ pk: gone.pk, sk: gone.sk })).toBeUndefined();
  expect((await readSchema(tableId)).indexes).toMatchObject([{ state: "ready" }]);
});
