import { expect, test } from "vitest";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const nobody = "rec0000020000000000";
const fields = [field("Name", "singleLineText", { unique: true }), field("No", "number")];

async function filled(count: number) {
  const sheet = await aSheet({ fields });
  const { body } = await sheet.create(Array.from({ length: count }, (_, i) => ({ Name: `n${i}` })));
  const records = body.records as Answered[];
  return { ...sheet, records, ids: records.map(({ id }) => id) };
}

test("200: the records as they were, in the order asked for; then they are gone, and their values free", async () => {
  const { records, ids, removeMany, create, list } = await filled(3);
  const { status, body } = await removeMany([ids[2] as string, ids[0] as string]);
  expect({ status, body }).toEqual({ status: 200, body: { records: [records[2], records[0]] } });
  expect((await list()).body.records).toEqual([records[1]]);
  expect((await create([{ Name: "n0" }, { Name: "n2" }])).status).toBe(201);
});

test("200: a thousand", async () => {
  const { ids, removeMany, count, create } = await filled(1000);
  const { status, body } = await removeMany(ids);
  expect({ status, count: body.records.length }).toEqual({ status: 200, count: 1000 });
  expect(await count()).toBe(0);
  expect((await create([{ Name: "n999" }])).status).toBe(201);
});

test("404: all that are not there are named, and nothing is deleted", async () => {
  const { ids, removeMany, count } = await filled(2);
  const answer = await removeMany([nobody, ids[0] as string, "rec0000030000000000"]);
  expect(refusal(answer)).toEqual({ status: 404, paths: ["recordIds[0]", "recordIds[2]"] });
  expect(answer.body.data.issues[0].message).toContain(nobody);
  expect(await count()).toBe(2);
});

test.each([
  ["nothing", {}, ["recordIds"]],
  ["no id", { recordIds: [] }, ["recordIds"]],
  ["what is no id", { recordIds: [nobody, "x", 1] }, ["recordIds[1]", "recordIds[2]"]],
  ["an id twice", { recordIds: [nobody, "rec0000030000000000", nobody] }, ["recordIds[0]", "recordIds[2]"]],
  ["1001 ids", { recordIds: Array(1001).fill("x") }, undefined],
])("400: %s", async (_, body, paths) => {
  const { owner, params } = await aSheet({ fields });
  const answer = await call(deleteListedRecords, { as: owner, params, body });
  expect(refusal(answer)).toEqual({ status: 400, paths: paths ?? expect.arrayContaining(["recordIds"]) });
});

test("413: records that together are more than an answer holds; nothing is deleted", async () => {
  const names = ["A", "B", "C"];
  const { create, removeMany, count } = await aSheet({
    fields: names.map((name) => field(name, "longText")),
  });
  const large = Object.fromEntries(names.map((name) => [name, "x".repeat(100_000)]));
  const seven = async () => (await create(Array(7).fill(large))).body.records as Answered[];
  const ids = [...(await seven()), ...(await seven())].map(({ id }) => id);
  expect((await removeMany(ids)).status).toBe(413);
  expect(await count()).toBe(14);
  expect((await removeMany(ids.slice(7))).status).toBe(200);
});

test("200 and 404 (or 409): of two at once who delete overlapping records one does all of it, and no record is left by half", async () => {
  const { ids, removeMany, walk, create } = await filled(180);
  const [first, second] = await Promise.all([
    removeMany(ids.slice(0, 120)),
    removeMany(ids.slice(60).reverse()),
  ]);
  const statuses = [first.status, second.status];
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 404 || status === 409)).toHaveLength(1);
  const left = first.status === 200 ? ids.slice(120) : ids.slice(0, 60);
  expect((await walk()).records.map(({ id }) => id)).toEqual(left);
  const freed = first.status === 200 ? "n0" : "n179";
  expect((await create([{ Name: freed }])).status).toBe(201);
});

test("404: records of another table, a stranger; 403: roles and scopes too low", async () => {
  const { ids, owner, params, baseId, count } = await filled(1);
  const body = { recordIds: ids };
  expect((await (await aSheet({}, owner)).removeMany(ids)).status).toBe(404);
  const refused = [
    [404, await someone()],
    [403, await aMember(baseId, "viewer")],
    [403, { token: await aToken(owner.userId, { scopes: ["record|update"] }) }],
  ] as const;
  for (const [status, as] of refused)
    expect((await call(deleteListedRecords, { as, params, body })).status).toBe(status);
  expect(await count()).toBe(1);
});
