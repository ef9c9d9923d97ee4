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
  const update = (cells: object, ifMatch: string) =>
    sheet.update(id, { ...cells }, {}, { "if-match": ifMatch });
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
