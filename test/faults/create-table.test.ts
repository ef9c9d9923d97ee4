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
    call(createTable, {
      ...{ as, params, body: { name, fields, records, fieldKeyType: "name" } },
      headers: { "idempotency-key": name },
    });
  async function look() {
    const { body: tables } = await call(listTables, { as, params });
    const [table] = tables;
    if (!table) return 0;
    const { body } = await call(listRecords, { as, params: { tableId: table.id }, query: { take: "1000" } });
    return body.records.length;
  }
  const tables = async () => (await call(listTables, { as, params })).body.length as number;
  return { create, tables, act: async () => (await create("Plan")).status, look };
}

test.each(accidents)("%s: all or nothing", async (accident) => {
  const { points, statuses } = await everyRequest(accident, 300, prepare, async (there, itemsOf, trial) => {
    const entities = ["table", "tableCopy", "counter", "field", "view", "record"];
    expect(entities.map((entity) => itemsOf(entity).length)).toEqual(
      there ? [1, 1, 1, 1, 1, 300] : [0, 0, 0, 0, 0, 0],
    );
    // the same request with its key is done once, whether it was done before or not
    const again = await trial.create("Plan");
    expect([again.status, await trial.look(), await trial.tables()]).toEqual([201, 300, 1]);
    if (there) expect(itemsOf("table")).toMatchObject([{ id: again.body.id }]);
  });
  expect(points).toBeGreaterThan(8);
  console.log(`making a table with 300 records, ${accident}: ${points} points tried, answers`, statuses);
});
