import { describe, expect, test } from "vitest";
import { handler as getRecord } from "#functions/record/get-record";
import { aSheet, field } from "#test/functions/record/support/records";
import { aBase, aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: the record, as its maker got it", async () => {
  const { create, get } = await aSheet();
  const [record] = (await create([{ Name: "Ada", Count: 3 }])).body.records;
  const { status, body } = await get(record.id);
  expect({ status, body }).toEqual({ status: 200, body: record });
});

test("200: projection, cellFormat and fieldKeyType", async () => {
  const { create, get, table } = await aSheet();
  const [{ id }] = (await create([{ Name: "Ada", Count: 3, Status: "light" }])).body.records;
  const [name, count] = table.fields.map((each: { id: string }) => each.id);
  const query = { fieldKeyType: "id", cellFormat: "text", "projection[]": [count, name] };
  expect((await get(id, query)).body).toMatchObject({ name: "Ada" });
  expect((await get(id, query)).body.fields).toEqual({ [name]: "Ada", [count]: "3.00" });
});

test("200: a person who cannot be found is shown by id, one who was renamed by his new name", async () => {
  const { create, get, owner, baseId } = await aSheet({
    fields: [field("Name", "singleLineText"), field("Who", "user")],
  });
  const member = await aMember(baseId, "viewer");
  const [{ id }] = (await create([{ Who: { id: member.userId, title: "whatever" } }])).body.records;
  expect((await get(id)).body.fields.Who).toEqual({
    id: member.userId,
    title: member.name,
    email: member.email,
  });
  expect(owner.userId).not.toBe(member.userId);
});

test.each([
  ["one that was never made", "rec0000020000000000"],
  ["one of a number that was never given", "reczzzzzzzzzzzzzzzz"],
  ["too short", "rec000001"],
  ["another prefix", "tbl0000010000000000"],
  ["other characters", "rec00000100000000é0"],
  ["the words of objects", "__proto__"],
  ["a percent in it", "rec%2Fx"],
])("404: %s is no record of the table", async (_, recordId) => {
  const { get } = await aSheet();
  const { status, body } = await get(recordId);
  expect({ status, code: body.code, message: body.message }).toEqual({
    status: 404,
    code: "not_found",
    message: `There is no record ${recordId}, or you have no access to it`,
  });
});

test("404: a record of another table", async () => {
  const [sheet, other] = [await aSheet(), await aSheet()];
  const [{ id }] = (await sheet.create([{}])).body.records;
  const params = { tableId: other.tableId, recordId: id };
  expect((await call(getRecord, { as: other.owner, params })).status).toBe(404);
});

test("404: a field of the projection that is none; 400: a query key that is none", async () => {
  const { create, get } = await aSheet();
  const [{ id }] = (await create([{}])).body.records;
  expect((await get(id, "projection[]=Foo")).body.data.issues[0].path).toBe("projection[0]");
  const { status, body } = await get(id, "take=5");
  expect({ status, path: body.data.issues[0].path }).toEqual({ status: 400, path: "take" });
});

describe("who may", () => {
  test("200: a viewer sees that he may change nothing", async () => {
    const { create, baseId, tableId } = await aSheet();
    const [record] = (await create([{ Name: "x" }])).body.records;
    const as = await aMember(baseId, "viewer");
    const may = { read: true, update: false };
    expect((await call(getRecord, { as, params: { tableId, recordId: record.id } })).body).toEqual({
      ...record,
      permissions: { Name: may, Count: may, Status: may },
      undeletable: true,
    });
  });

  test("404: a stranger, a token of another base; 403: a token without the scope", async () => {
    const { create, owner, tableId } = await aSheet();
    const [{ id: recordId }] = (await create([{}])).body.records;
    const { baseId } = await aBase(owner);
    const elsewhere = { token: await aToken(owner.userId, { reach: { spaceIds: [], baseIds: [baseId] } }) };
    const creating = { token: await aToken(owner.userId, { scopes: ["record|create"] }) };
    const params = { tableId, recordId };
    expect((await call(getRecord, { as: await someone(), params })).status).toBe(404);
    expect((await call(getRecord, { as: elsewhere, params })).status).toBe(404);
    expect((await call(getRecord, { as: creating, params })).status).toBe(403);
  });
});
