import { expect, test } from "vitest";
import { handler as tendIndexes } from "#functions/index/tend-indexes";
import { readSchema, tableKey } from "#lib/data/schema/table-schema";
import { getItem, type Item } from "#lib/store/store";
import { eventOf } from "#test/support/events/deliver";
import { jobOf } from "#test/support/events/jobs";
import { aLargeTable } from "./support.ts";

test("views with one order share an index; a second event makes no other", async () => {
  const { params, baseId, orders } = await aLargeTable();
  const table = (await getItem<Item>(tableKey(params.tableId))) as Item;
  for (let i = 0; i < 2; i++)
    expect(await tendIndexes(eventOf(table, table.version))).toEqual({ batchItemFailures: [] });
  const { indexes } = await readSchema(params.tableId);
  expect(indexes).toMatchObject([{ orders, state: "building" }]);
  const [index] = indexes;
  expect(index && (await jobOf(index.jobId, baseId))).toMatchObject({ kind: "makeIndex" });
});
