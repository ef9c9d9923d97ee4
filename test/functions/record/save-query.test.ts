import { expect, test } from "vitest";
import { handler as aggregateRecords } from "#functions/aggregation/aggregate-records";
import { handler as countTableComments } from "#functions/comment/count-table-comments";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as listRecordsByBody } from "#functions/record/list-records-by-body";
import { handler as saveQuery } from "#functions/record/save-query";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { change, commit } from "#lib/store/commit";
import { getItem, type Item } from "#lib/store/store";
import { aSheet, field } from "#test/functions/record/support/records";
import { aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";

async function aList() {
  const sheet = await aSheet({ fields: [field("Name", "singleLineText"), field("Count", "number")] });
  await sheet.create([
    { Name: "a", Count: 1 },
    { Name: "b", Count: 2 },
    { Name: "c", Count: 3 },
  ]);
  const save = async (params: unknown, as: { token: string } = sheet.owner) =>
    call(saveQuery, { as, body: { params } });
  const names = async (query: object, as: { token: string } = sheet.owner) => {
    const { body } = await call(listRecords, { as, params: sheet.params, query: query as never });
    return body.records.map(({ fields }: { fields: { Name: string } }) => fields.Name);
  };
  return { ...sheet, save, names };
}

const countIs = (value: number) => ({
  conjunction: "and",
  filterSet: [{ fieldId: "Count", operator: "isGreaterEqual", value }],
});
const params = {
  filter: countIs(2),
  orderBy: [{ fieldId: "Name", order: "desc" }],
  projection: ["Name"],
  take: 1,
  skip: null,
  ignoreViewQuery: true,
  search: ["b", "", false],
};

test("201: a list takes the saved parameters that it does not send itself, page by page", async () => {
  const { save, names, owner, params: at, ...sheet } = await aList();
  const { status, body } = await save(params);
  expect({ status, body }).toEqual({ status: 201, body: { queryId: expect.stringMatching(/^qry\w{16}$/) } });
  const { queryId } = body;
  expect(await names({ queryId })).toEqual(["c"]);
  expect(await names({ queryId, take: "5" })).toEqual(["c", "b"]);
  expect(await names({ queryId, take: "5", filter: "null", orderBy: "null" })).toEqual(["a", "b", "c"]);
  const page = await call(listRecords, { as: owner, params: at, query: { queryId } });
  expect(page.body.records[0].fields).toEqual({ Name: "c" });
  expect(page.body.extra).toEqual({ searchHitIndex: [] });
  expect(await names({ queryId, cursor: page.body.nextCursor })).toEqual(["b"]);
  expect(sheet.table.id).toBe(at.tableId);
});

test("200: an empty list is as if it were not saved, because a query string cannot hold one", async () => {
  const { save, names } = await aList();
  const { queryId } = (await save({ selectedRecordIds: [], projection: [], search: [] })).body;
  expect(await names({ queryId })).toEqual(["a", "b", "c"]);
});

test("200: every route with a list query takes it, and leaves out what it does not know", async () => {
  const { save, owner, params: at } = await aList();
  const { queryId } = (await save(params)).body;
  const asked = { as: owner, params: at, query: { queryId } };
  expect((await call(countRecords, asked)).body).toEqual({ rowCount: 2 });
  expect((await call(countTableComments, asked)).status).toBe(200);
  const query = { queryId, field: JSON.stringify({ Count: ["sum"] }) };
  expect((await call(aggregateRecords, { ...asked, query })).body.aggregations[0].value).toBe(5);
});

test("200: a list by body takes it too; 404: for others, an unknown id; 400: a malformed id, a saved value that is wrong", async () => {
  const { save, owner, baseId, params: at } = await aList();
  const list = (body: object, as: { token: string } = owner) =>
    call(listRecordsByBody, { as, params: at, body: body as never });
  const names = async (body: object) =>
    (await list(body)).body.records.map(({ fields }: { fields: { Name: string } }) => fields.Name);
  const { queryId } = (await save({ ...params, unknown: 1 })).body;
  expect(await names({ queryId })).toEqual(["c"]);
  expect(await names({ queryId, take: 5 })).toEqual(["c", "b"]);
  expect(await names({ queryId, take: 5, filter: null, orderBy: [] })).toEqual(["a", "b", "c"]);
  expect((await list({ queryId }, await aMember(baseId, "viewer"))).status).toBe(404);
  expect((await list({ queryId: "qry0000000000000000" })).status).toBe(404);
  expect(refusal(await list({ queryId: 1 }))).toEqual({ status: 400, paths: ["queryId"] });
  const wrong = (await save({ take: 5000 })).body;
  expect(refusal(await list({ queryId: wrong.queryId }))).toEqual({ status: 400, paths: ["take"] });
});

test("404: for others, an unknown id; 401 and the 404 of the table come first; 400: a malformed id, a saved value that is wrong", async () => {
  const { save, owner, baseId, params: at } = await aList();
  const { queryId } = (await save(params)).body;
  const list = (query: object, as: { token: string } = owner) =>
    call(listRecords, { as, params: at, query: query as never });
  const refused = await list({ queryId }, await aMember(baseId, "viewer"));
  expect(refused).toMatchObject({ status: 404, body: { message: expect.stringContaining("saved query") } });
  expect((await list({ queryId: "qry0000000000000000" })).status).toBe(404);
  const stranger = await list({ queryId }, await someone());
  expect(stranger).toMatchObject({ status: 404, body: { message: expect.stringContaining("table") } });
  expect((await list({ queryId }, { token: `${owner.token}x` })).status).toBe(401);
  expect(refusal(await list({ queryId: "qry1" }))).toEqual({ status: 400, paths: ["queryId"] });
  const wrong = (await save({ filter: { conjunction: "or" }, take: 5000 })).body;
  expect(refusal(await list({ queryId: wrong.queryId }))).toEqual({
    status: 400,
    paths: ["filter.filterSet", "take"],
  });
});

test("404: after 24 hours", async () => {
  inProcessOnly("the test changes an item of the store");
  const { save, owner, params: at } = await aList();
  const { queryId } = (await save({})).body;
  const query = { queryId };
  const asked = { as: owner, params: at, query };
  expect((await call(listRecords, asked)).status).toBe(200);
  const item = (await getItem({ pk: `QUERY#${queryId}`, sk: "QUERY" })) as Item & { expiresAt: number };
  const left = item.expiresAt - Date.now() / 1000;
  expect(Math.abs(left - secondsPerDay)).toBeLessThan(600);
  await commit([change(item, { expiresAt: item.expiresAt - 2 * secondsPerDay })]);
  expect((await call(listRecords, asked)).status).toBe(404);
});

test("400: more than 300 KB, no object; 403: a token without the scope", async () => {
  const { save, owner } = await aList();
  expect((await save({ search: "x".repeat(300 * 1024 - 13) })).status).toBe(201);
  expect(refusal(await save({ search: "x".repeat(300 * 1024 - 12) }))).toEqual({
    status: 400,
    paths: ["params"],
  });
  expect(refusal(await save([]))).toEqual({ status: 400, paths: ["params"] });
  const token = { token: await aToken(owner.userId, { scopes: ["table|read"] }) };
  expect((await save({}, token)).status).toBe(403);
});
