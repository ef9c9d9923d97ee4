import { expect, test } from "vitest";
import { handler as countRecords } from "#functions/record/count-records";
import { aSheet } from "#test/functions/record/support/records";
import { aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

test("200: how many records there are now", async () => {
  const { create, remove, owner, params } = await aSheet();
  expect((await call(countRecords, { as: owner, params })).body).toEqual({ rowCount: 0 });
  const { records } = (await create([{}, {}, {}])).body;
  await remove(records[1].id);
  expect((await call(countRecords, { as: owner, params })).body).toEqual({ rowCount: 2 });
});

test("200: a viewer; 403: a token without record|read; 404: a stranger, a table that was never made", async () => {
  const { owner, baseId, tableId } = await aTable();
  const params = { tableId };
  expect((await call(countRecords, { as: await aMember(baseId, "viewer"), params })).status).toBe(200);
  const writing = { token: await aToken(owner.userId, { scopes: ["record|create"] }) };
  expect((await call(countRecords, { as: writing, params })).status).toBe(403);
  expect((await call(countRecords, { as: await someone(), params })).status).toBe(404);
  const nowhere = { tableId: "tbl0000000000000000" };
  expect((await call(countRecords, { as: owner, params: nowhere })).status).toBe(404);
});

test("400: a query key that is not known", async () => {
  const { owner, params } = await aSheet();
  const answer = await call(countRecords, { as: owner, params, query: "viewId=viw" });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["viewId"] });
});
