import { expect, test } from "vitest";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { aSheet, field } from "#test/functions/record/support/records";
import { aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: the record as it was; then it is gone from everywhere", async () => {
  const { create, update, remove, get, list, count } = await aSheet();
  const [first, second] = (await create([{ Name: "a" }, { Name: "b", Count: 1 }])).body.records;
  const edited = (await update(second.id, { Status: "heavy" })).body;
  const { status, body } = await remove(second.id);
  expect({ status, body }).toEqual({ status: 200, body: edited });
  expect((await get(second.id)).status).toBe(404);
  expect((await update(second.id, { Name: "c" })).status).toBe(404);
  expect((await list()).body).toEqual({ records: [first], nextCursor: null });
  expect(await count()).toBe(1);
});

test("404: a second time; exactly one of several at once is answered", async () => {
  const { create, remove } = await aSheet({ fields: [field("Name", "singleLineText", { unique: true })] });
  const [one, two] = (await create([{ Name: "a" }, { Name: "b" }])).body.records;
  expect((await remove(one.id)).status).toBe(200);
  expect(await remove(one.id)).toMatchObject({ status: 404, body: { code: "not_found" } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => remove(two.id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
});

test("200: its unique values are free at once, its number never", async () => {
  const { create, remove } = await aSheet({
    fields: [field("Name", "singleLineText", { unique: true }), field("No", "number", { unique: true })],
  });
  const [{ id }] = (await create([{ Name: "a", No: 1 }])).body.records;
  expect((await create([{ Name: "a" }])).status).toBe(400);
  await remove(id);
  const { status, body } = await create([{ Name: "a", No: 1 }]);
  expect(status).toBe(201);
  expect(body.records[0].autoNumber).toBeGreaterThan(1);
});

test.each(["rec0000020000000000", "rec1", "recé", "__proto__"])(
  "404: %s is no record of the table",
  async (id) => {
    const { remove } = await aSheet();
    expect((await remove(id)).body.message).toBe(`There is no record ${id}, or you have no access to it`);
  },
);

test("404: a record of another table, a stranger; 403: roles and scopes too low; it stays", async () => {
  const { create, owner, params, baseId, get } = await aSheet();
  const [record] = (await create([{ Name: "a" }])).body.records;
  const other = await aSheet({}, owner);
  const wrong = { tableId: other.tableId, recordId: record.id };
  expect((await call(deleteRecord, { as: owner, params: wrong })).status).toBe(404);
  const refused = [
    [404, await someone()],
    [403, await aMember(baseId, "viewer")],
    [403, await aMember(baseId, "commenter")],
    [403, { token: await aToken(owner.userId, { scopes: ["record|update"] }) }],
  ] as const;
  for (const [status, as] of refused)
    expect((await call(deleteRecord, { as, params: { ...params, recordId: record.id } })).status).toBe(
      status,
    );
  expect((await get(record.id)).body).toEqual(record);
  const editor = await aMember(baseId, "editor");
  expect((await call(deleteRecord, { as: editor, params: { ...params, recordId: record.id } })).status).toBe(
    200,
  );
});

test("400: a query key that is not known", async () => {
  const { create, owner, params } = await aSheet();
  const [{ id: recordId }] = (await create([{}])).body.records;
  const answer = await call(deleteRecord, {
    as: owner,
    params: { ...params, recordId },
    query: "force=true",
  });
  expect(answer.status).toBe(400);
});
