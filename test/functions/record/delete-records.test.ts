/* The query of this endpoint; the effect of deleting is tested in delete-listed-records.test.ts. */
import { expect, test } from "vitest";
import { handler as deleteRecords } from "#functions/record/delete-records";
import { aSheet, field } from "#test/functions/record/support/records";
import { aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const missing = "rec0000020000000000";
const fields = [field("Name", "singleLineText", { unique: true })];

test("200: the records as they were; they are deleted", async () => {
  const { create, removeInQuery, list } = await aSheet({ fields });
  const { records } = (await create([{ Name: "a" }, { Name: "b" }, { Name: "c" }])).body;
  const { status, body } = await removeInQuery([records[1].id, records[0].id]);
  expect({ status, body }).toEqual({ status: 200, body: { records: [records[1], records[0]] } });
  expect((await list()).body.records).toEqual([records[2]]);
});

test("200: one id without brackets", async () => {
  const { create, params, owner, count } = await aSheet({ fields });
  const { records } = (await create([{ Name: "a" }, { Name: "b" }])).body;
  const query = `recordIds=${records[0].id}`;
  expect((await call(deleteRecords, { as: owner, params, query })).status).toBe(200);
  expect(await count()).toBe(1);
});

test("404: unknown records are named, and none is deleted", async () => {
  const { create, removeInQuery, count } = await aSheet({ fields });
  const { records } = (await create([{ Name: "a" }])).body;
  const answer = await removeInQuery([records[0].id, missing]);
  expect(refusal(answer)).toEqual({ status: 404, paths: ["recordIds[1]"] });
  expect(await count()).toBe(1);
});

test.each([
  ["nothing", "", ["recordIds"]],
  ["a single invalid id", "recordIds=x", ["recordIds[0]"]],
  ["an invalid id", `recordIds[]=${missing}&recordIds[]=x`, ["recordIds[1]"]],
  ["a repeated id", `recordIds[]=${missing}&recordIds[]=${missing}`, ["recordIds[0]", "recordIds[1]"]],
])("400: %s", async (_, query, paths) => {
  const { owner, params } = await aSheet({ fields });
  const answer = await call(deleteRecords, { as: owner, params, query });
  expect(refusal(answer)).toEqual({ status: 400, paths });
});

test("404: stranger; 403: viewer", async () => {
  const { create, params, baseId, count } = await aSheet({ fields });
  const { records } = (await create([{ Name: "a" }])).body;
  const query = `recordIds[]=${records[0].id}`;
  expect((await call(deleteRecords, { as: await someone(), params, query })).status).toBe(404);
  const viewer = await aMember(baseId, "viewer");
  expect((await call(deleteRecords, { as: viewer, params, query })).status).toBe(403);
  expect(await count()).toBe(1);
});
