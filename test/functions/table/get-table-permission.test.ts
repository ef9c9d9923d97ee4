import { expect, test } from "vitest";
import { handler as getTablePermission } from "#functions/table/get-table-permission";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const { owner, baseId, tableId } = await aTable();
const get = async (token: string) =>
  (await call(getTablePermission, { as: { token }, params: { baseId, tableId } })).body;

test("200: what the role allows", async () => {
  const viewer = await get((await aMember(baseId, "viewer")).token);
  expect(Object.keys(viewer).sort()).toEqual(["field", "record", "table", "view"]);
  expect(viewer.table).toMatchObject({ "table|read": true, "table|update": false });
  expect(viewer.record).toMatchObject({ "record|read": true, "record|create": false });
  const all = Object.values(await get(owner.token)).flatMap((part) => Object.values(part as object));
  expect(new Set(all)).toEqual(new Set([true]));
});

test("200: and the token's scopes", async () => {
  const token = await aToken(owner.userId, { scopes: ["table|read", "field|create"] });
  const { table, field } = await get(token);
  expect(table).toMatchObject({ "table|read": true, "table|update": false });
  expect(field).toMatchObject({ "field|create": true, "field|read": false });
});
