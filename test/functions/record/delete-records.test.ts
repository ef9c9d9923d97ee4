/* The query's side of it; what deleting does is in delete-listed-records.test.ts. */
import { expect, test } from "vitest";
import { handler as deleteRecords } from "#functions/record/delete-records";
import { aSheet, field } from "#test/functions/record/support/records";
import { aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const nobody = "rec0000020000000000";
const fields = [field("Name", "singleLineText", { unique: true })];

test("200: the records as they were; then they are gone", async () => {
  const { create, removeInQuery, list } = await aSheet({ fields });
  const { records } = (await create([{ Name: "a" }, { Name: "b" }, { Name: "c" }])).body;
  const { status, body } = await removeInQuery([records[1].id, records[0].id]);
  expect({ status, body }).toEqual({ status: 200, body: { records: [records[1], records[0]] } });
  expect((await list()).body.records).toEqual([records[2]]);
});

test("404: what is not there is named, and nothing is deleted", async () => {
  const { create, removeInQuery, count } = await aSheet({ fields });
  const { records } = (await create([{ Name: "a" }])).body;
  const answer = await removeInQuery([records[0].id, nobody]);
  expect(refusal(answer)).toEqual({ status: 404, paths: ["recordIds[1]"] });
  expect(await count()).toBe(1);
});

test.each([
  ["nothing", "", ["recordIds"]],
  ["no list", `recordIds=${nobody}`, ["recordIds"]],
  ["what is no id", `recordIds[]=${nobody}&recordIds[]=x`, ["recordIds[1]"]],
  ["an id twice", `recordIds[]=${nobody}&recordIds[]=${nobody}`, ["recordIds[0]", "recordIds[1]"]],
])("400: %s", async (_, query, paths) => {
  const { owner, params } = await aSheet({ fields });
  const answer = await call(deleteRecords, { as: owner, params, query });
  expect(refusal(answer)).toEqual({ status: 400, paths });
});

test("404: a stranger; 403: a viewer", async () => {
  const { create, params, baseId, count } = await aSheet({ fields });
  const { records } = (await create([{ Name: "a" }])).body;
  const query = `recordIds[]=${records[0].id}`;
  expect((await call(deleteRecords, { as: await someone(), params, query })).status).toBe(404);
  const viewer = await aMember(baseId, "viewer");
  expect((await call(deleteRecords, { as: viewer, params, query })).status).toBe(403);
  expect(await count()).toBe(1);
});
