/* Making a table with 300 records, whatever happens to any one request to the store. */
import { expect, test } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createTable } from "#functions/table/create-table";
import { handler as listTables } from "#functions/table/list-tables";
import { call } from "#test/support/call";
import { aBase, someone } from "#test/support/makers";
import { accidents, everyRequest } from "./support.ts";

const records = Array.from({ length: 300 }, (_, i) => ({ fields: { Name: `n${i}` } }));
const fields = [{ name: "Name", type: "singleLineText" }];

async function prepare() {
  const as = await someone();
  const { baseId } = await aBase(as);
  const params = { baseId };
  const create = (name: string) =>
    call(createTable, { as, params, body: { name, fields, records, fieldKeyType: "name" } });
  async function look() {
    const { body: tables } = await call(listTables, { as, params });
    const [table] = tables;
    if (!table) return 0;
    const { body } = await call(listRecords, { as, params: { tableId: table.id }, query: { take: "1000" } });
    return body.records.length;
  }
  return { create, act: async () => (await create("Plan")).status, look };
}

test.each(accidents)("%s: all or nothing", async (accident) => {
  const { points, statuses } = await everyRequest(accident, 300, prepare, async (there, itemsOf) => {
    const entities = ["table", "tableCopy", "counter", "field", "view", "record"];
    expect(entities.map((entity) => itemsOf(entity).length)).toEqual(
      there ? [1, 1, 1, 1, 1, 300] : [0, 0, 0, 0, 0, 0],
    );
  });
  expect(points).toBeGreaterThan(8);
  console.log(`making a table with 300 records, ${accident}: ${points} points tried, answers`, statuses);
});
