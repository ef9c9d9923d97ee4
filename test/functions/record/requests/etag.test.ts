/* A stale If-Match changes nothing (412). */
import { describe, expect, test } from "vitest";
import { aSheet, field } from "#test/functions/record/support/records";
import { refusal } from "#test/support/requests/refusal";

const fields = [field("Name", "singleLineText", { unique: true }), field("No", "number")];

async function aRecord() {
  const sheet = await aSheet({ fields });
  const { body, headers } = await sheet.create([{ Name: "a" }]);
  const id = body.records[0].id as string;
  const tag = async () => (await sheet.get(id)).headers["etag"] as string;
  const update = (cells: object, ifMatch: string, more: object = {}) =>
    sheet.update(id, { ...cells }, {}, { "if-match": ifMatch, ...more });
  const remove = (ifMatch: string) => sheet.remove(id, { "if-match": ifMatch });
  return { ...sheet, id, tag, update, remove, made: headers["etag"] as string };
}

test("ETag: of a record that is created, read or changed; each change gives another one", async () => {
  const { tag, made, update, create, id, updateMany } = await aRecord();
  expect(made).toMatch(/^"[\w.]+"$/);
  expect(await tag()).toBe(made);
  const changed = await update({ No: 1 }, made);
  expect(changed.headers["etag"]).not.toBe(made);
  expect(await tag()).toBe(changed.headers["etag"]);
  // an edit without changes keeps it
  expect((await update({}, "*")).headers["etag"]).toBe(changed.headers["etag"]);
  await updateMany([{ id, fields: { No: 2 } }]);
  expect(await tag()).not.toBe(changed.headers["etag"]);
  expect((await create([{}, {}])).headers["etag"]).toBeUndefined();
});

describe("If-Match", () => {
  test("412: the record has changed; the response has its current ETag", async () => {
    const { made, update, remove, get, id, tag } = await aRecord();
    await update({ No: 1 }, made);
    for (const answer of [await update({ No: 2 }, made), await update({}, made), await remove(made)])
      expect(answer).toMatchObject({
        status: 412,
        headers: { etag: await tag() },
        body: { code: "precondition_failed" },
      });
    expect((await get(id)).body.fields).toEqual({ Name: "a", No: 1 });
  });

  test.each([
    ["the ETag", (tag: string) => tag],
    ["a weak tag", (tag: string) => `W/${tag}`],
    ["one of several", (tag: string) => `"x", W/"y,z" ,${tag},""`],
    ["any ETag (*)", () => "*"],
  ])("200: %s", async (_, header) => {
    const { tag, update, remove, count } = await aRecord();
    expect((await update({ No: 1 }, header(await tag()))).status).toBe(200);
    expect((await remove(header(await tag()))).status).toBe(200);
    expect(await count()).toBe(0);
  });

  test.each(["", "3", '"a', 'w/"a"', '"a" "b"', '"a",', "*,*", '"a", *'])("400: %j", async (header) => {
    const { update, remove } = await aRecord();
    for (const answer of [await update({ No: 1 }, header), await remove(header)])
      expect(refusal(answer)).toEqual({ status: 400, paths: ["headers.if-match"] });
  });

  test("400: on endpoints that do not use it", async () => {
    const { send, made } = await aRecord();
    const answer = await send({ records: [{ fields: {} }] }, { headers: { "if-match": made } });
    expect(refusal(answer)).toEqual({ status: 400, paths: ["headers.if-match"] });
  });

  test("404: a deleted record matches no ETag", async () => {
    const { update, remove } = await aRecord();
    expect((await remove("*")).status).toBe(200);
    expect((await update({ No: 1 }, "*")).status).toBe(404);
    expect((await remove("*")).status).toBe(404);
  });

  test("one 200, otherwise 412: ten concurrent calls with the same ETag; the others change nothing", async () => {
    const { made, update, get, id } = await aRecord();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => update({ No: i }, made)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await get(id)).body).toEqual(answers[won]?.body);
  });
});

describe("deleting several with If-Match", () => {
  test("each must be in a state that it names; 412 deletes none of them", async () => {
    const { create, get, update, removeMany, count, id } = await aRecord();
    const other = (await create([{ Name: "b" }])).body.records[0].id as string;
    const tags = await Promise.all([id, other].map(async (each) => (await get(each)).headers["etag"]));
    await update({ No: 1 }, "*");
    const stale = await removeMany([id, other], { "if-match": tags.join(", ") });
    expect(stale).toMatchObject({ status: 412, body: { code: "precondition_failed" } });
    expect(await count()).toBe(2);
    const now = [(await get(id)).headers["etag"], tags[1]].join(", ");
    expect((await removeMany([id, other], { "if-match": now })).status).toBe(200);
    expect(await count()).toBe(0);
  });
});

describe("a request that is sent again with its key", () => {
  test("gets the same ETag, also when the record was changed or deleted since", async () => {
    const { send, removeMany, update, get, id, made } = await aRecord();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const create = () => send({ records: [{ fields: { Name: "c" } }] }, { headers });
    const first = await create();
    const again = await create();
    expect(again.headers["etag"]).toBe(first.headers["etag"]);
    expect(again.headers["etag"]).toBeDefined();

    const key = { "idempotency-key": crypto.randomUUID(), "if-match": made };
    const change = () => update({ No: 5 }, made, key);
    const changed = await change();
    await update({ No: 6 }, "*");
    expect((await change()).headers["etag"]).toBe(changed.headers["etag"]);
    expect((await get(id)).body.fields.No).toBe(6);

    const deletion = {
      "idempotency-key": crypto.randomUUID(),
      "if-match": (await get(id)).headers["etag"] ?? "",
    };
    const [deleted, repeated] = [await removeMany([id], deletion), await removeMany([id], deletion)];
    expect([deleted.status, repeated.status]).toEqual([200, 200]);
    expect(repeated.body).toEqual(deleted.body);
  });

  test("of two of the same at the same moment both get the answer of the one that was done, not a 412", async () => {
    const { update, made } = await aRecord();
    const key = { "idempotency-key": crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => update({ No: 1 }, made, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ headers }) => headers["etag"])).size).toBe(1);
  });
});
