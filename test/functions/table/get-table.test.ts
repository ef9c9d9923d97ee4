import { expect, test } from "vitest";
import { handler as getTable } from "#functions/table/get-table";
import { noTable } from "#test/support/makers/ids";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const { owner, baseId, tableId, table } = await aTable({ name: "Plan", description: "Why", icon: "📦" });
const other = await aTable({}, owner);
const get = (params: { baseId: string; tableId: string }, as = owner) => call(getTable, { as, params });

test("200: the table without what is in it", async () => {
  const { fields, views, records, total, ...head } = table;
  expect(await get({ baseId, tableId })).toMatchObject({ status: 200, body: head });
  const viewer = await aMember(baseId, "viewer");
  expect((await get({ baseId, tableId }, viewer)).body).toEqual(head);
});

test.each([
  ["a table that was never made", noTable()],
  ["an id that is none", "nope"],
  ["a table of another base", other.tableId],
])("404: %s", async (_, id) => {
  const { status, body } = await get({ baseId, tableId: id });
  expect({ status, body }).toEqual({
    status: 404,
    body: { status: 404, code: "not_found", message: `There is no table ${id}, or you have no access to it` },
  });
});

test("404: to who has no role the base is not there, whatever the table", async () => {
  const stranger = await someone();
  for (const id of [tableId, noTable(), "nope"]) {
    const { status, body } = await get({ baseId, tableId: id }, stranger);
    expect({ status, message: body.message }).toEqual({
      status: 404,
      message: `There is no base ${baseId}, or you have no access to it`,
    });
  }
});
