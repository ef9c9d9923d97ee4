import { expect, test } from "vitest";
import { handler as getDefaultViewId } from "#functions/table/get-default-view-id";
import { noTable } from "#test/support/makers/ids";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: the first view that was asked for, whatever its order", async () => {
  const views = [
    { type: "form", order: 7 },
    { type: "grid", order: 1 },
  ];
  const { baseId, tableId, table } = await aTable({ views });
  const as = await aMember(baseId, "viewer");
  const { status, body } = await call(getDefaultViewId, { as, params: { baseId, tableId } });
  expect({ status, body }).toEqual({ status: 200, body: { id: table.views[0].id } });
  expect(table.views[0].type).toBe("form");
});

test("404: a table that is not there", async () => {
  const { owner, baseId } = await aTable();
  const params = { baseId, tableId: noTable() };
  expect((await call(getDefaultViewId, { as: owner, params })).status).toBe(404);
});
