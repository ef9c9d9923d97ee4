/* Creating a table with 300 records, with an accident at any request to the store. */
import { expect, test } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createTable } from "#functions/table/create-table";
import { handler as listTables } from "#functions/table/list-tables";
import { aBase, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { accidents, everyRequest } from "./support.ts";

const records = Array.from({ length: 300 }, (_, i) => ({ fields: { Name: `n${i}` } }));
const fields = [{ name: "Name", type: "singleLineText" }];
const entities = ["table", "tableCopy", "counter", "field", "view", "record"];
const one = [1, 1, 1, 1, 1, 300];

async function prepare() {
  const as = await someone();
  const { baseId } = await aBase(as);
  const params = { baseId };
  const body = { name: "Plan", fields, records, fieldKeyType: "name" };
  const send = () => call(createTable, { as, params, body, headers: { "idempotency-key": "one" } });
  async function look() {
    const { body: tables } = await call(listTables, { as, params });
    const [table] = tables;
    if (!table) return 0;
    const { body } = await call(listRecords, { as, params: { tableId: table.id }, query: { take: "1000" } });
    const names = body.records.map((each: { fields: { Name?: string } }) => each.fields.Name);
    expect(names).toEqual(records.map(({ fields }) => fields.Name));
    return names.length;
  }
  return { send, look };
}

test.each(accidents)("%s: all or nothing, and a retry does not do it twice", async (accident) => {
  const call = { name: "creating a table with 300 records", success: 201, all: 300 };
  await everyRequest(accident, call, prepare, {
    check(there, itemsOf) {
      expect(entities.map((entity) => itemsOf(entity).length)).toEqual(there ? one : one.map(() => 0));
    },
    checkAgain(again, itemsOf, _, was) {
      expect(entities.map((entity) => itemsOf(entity).length)).toEqual(one);
      expect(itemsOf("table")).toMatchObject([{ id: again.body.id }]);
      if (was) expect(itemsOf("table")).toEqual(was("table"));
    },
  });
});
