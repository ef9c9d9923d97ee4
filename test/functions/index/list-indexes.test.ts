import { expect, test } from "vitest";
import { handler as listIndexes } from "#functions/index/list-indexes";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { call } from "#test/support/requests/call";
import { baseUrl } from "#test/support/run/target";
import { aLargeTable } from "./support.ts";

test("shows the indexes of a table", async () => {
  const { as, params, orders } = await aLargeTable();
  // the consumers of a stack may have begun it
  if (!baseUrl()) expect((await call(listIndexes, { as, params })).body).toEqual([]);
  await tendIndexes(params.tableId, new Date().toISOString());
  const { status, body } = await call(listIndexes, { as, params });
  expect(status).toBe(200);
  expect(body).toMatchObject([{ orders, state: "building" }]);
});
