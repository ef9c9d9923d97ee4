/* Writes with `Prefer: return=minimal`. */
import { describe, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { limits } from "#lib/schemas/basics/limits";
import { aSheet, field } from "#test/functions/record/support/records";
import { call } from "#test/support/requests/call";
import { costOf } from "#test/support/requests/round-trips";

const prefer = "return=minimal";
const headers = { prefer };
const applied = { "preference-applied": prefer };

describe("the answer has the records without their cells", () => {
  test("201: created records", async () => {
    const { send, get } = await aSheet();
    const body = { records: [{ fields: { Name: "Ada", Count: 3 } }, { fields: { Name: "Grace" } }] };
    const answer = await send(body, { headers });
    expect(answer).toMatchObject({ status: 201, headers: applied });
    expect(answer.body.records).toMatchObject([
      { name: "Ada", fields: {}, autoNumber: 1 },
      { name: "Grace", fields: {}, autoNumber: 2 },
    ]);
    const { body: stored } = await get(answer.body.records[0].id);
    expect(stored).toEqual({ ...answer.body.records[0], fields: { Name: "Ada", Count: 3 } });
  });

  test("200: a changed record, with its ETag", async () => {
    const { create, update, get } = await aSheet();
    const [{ id }] = (await create([{ Name: "Ada", Count: 3 }])).body.records;
    const answer = await update(id, { Name: "Eve" }, {}, headers);
    expect(answer).toMatchObject({ status: 200, headers: applied, body: { id, name: "Eve", fields: {} } });
    expect((await get(id)).headers["etag"]).toBe(answer.headers["etag"]);
  });

  test("200: changed and upserted records", async () => {
    const { create, sendUpdates, list } = await aSheet();
    const [{ id }] = (await create([{ Name: "Ada", Count: 3 }])).body.records;
    const changed = await sendUpdates({ records: [{ id, fields: { Count: 4 } }] }, { headers });
    expect(changed).toMatchObject({ status: 200, headers: applied, body: [{ id, fields: {} }] });
    const records = [{ fields: { Name: "Ada", Count: 5 } }, { fields: { Name: "Eve" } }];
    const upserted = await sendUpdates({ upsert: { fieldKeys: ["Name"] }, records }, { headers });
    expect(upserted).toMatchObject({ status: 200, headers: applied });
    expect(upserted.body.records).toMatchObject([
      { id, name: "Ada", fields: {} },
      { name: "Eve", fields: {} },
    ]);
    expect(upserted.body.updated).toEqual([id]);
    expect((await list()).body.records).toMatchObject([
      { fields: { Count: 5 } },
      { fields: { Name: "Eve" } },
    ]);
  });

  test("201: also where links of the call change its own records after the commit", async () => {
    const { send, get, owner, params, tableId } = await aSheet();
    const link = {
      type: "link",
      name: "Next",
      options: { relationship: "manyMany", foreignTableId: tableId },
    };
    expect((await call(createField, { as: owner, params, body: link })).status).toBe(201);
    const [first] = (await send({ records: [{ fields: { Name: "a" } }] })).body.records;
    const body = { records: [{ fields: { Name: "b", Next: [{ id: first.id }] } }] };
    const answer = await send(body, { headers });
    expect(answer.body.records).toMatchObject([{ name: "b", fields: {} }]);
    const { fields } = (await get(answer.body.records[0].id)).body;
    expect(fields).toMatchObject({ Name: "b", Next: [{ id: first.id, title: "a" }] });
  });
});

test("people in other cells are not read for it", async () => {
  const { create, update, owner } = await aSheet({
    fields: [field("Name", "singleLineText"), field("Who", "user")],
  });
  const [{ id }] = (await create([{ Name: "Ada", Who: { id: owner.userId } }])).body.records;
  const requests = async (Name: string, sent = {}) =>
    (await costOf(() => update(id, { Name }, {}, sent))).requests;
  expect(await requests("Eve")).toBe((await requests("Grace", headers)) + 1);
});

describe("the header", () => {
  test.each([
    ["return=minimal", true],
    ['Return = "minimal"', true],
    ["respond-async, return=minimal; foo=1", true],
    ["return=representation, return=minimal", false],
    ["return=representation", false],
    ["minimal", false],
    ["return=minimal2", false],
    ["", false],
    [",,;;==", false],
  ])("%j: minimal %s", async (sent, isMinimal) => {
    const { send } = await aSheet();
    const answer = await send({ records: [{ fields: { Name: "Ada" } }] }, { headers: { prefer: sent } });
    expect(answer.status).toBe(201);
    expect(answer.body.records[0].fields).toEqual(isMinimal ? {} : { Name: "Ada" });
    expect(answer.headers["preference-applied"]).toBe(isMinimal ? prefer : undefined);
  });

  test("200: a call that does not know it ignores it, and does not say that it was applied", async () => {
    const { create, params, owner } = await aSheet();
    const [{ id }] = (await create([{ Name: "Ada" }])).body.records;
    const answer = await call(deleteRecord, { as: owner, params: { ...params, recordId: id }, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers["preference-applied"]).toBeUndefined();
  });

  test("a repeated request gets the answer that was kept, and one that was too large is made again without cells", async () => {
    const { send } = await aSheet();
    const keyed = { headers: { ...headers, "idempotency-key": "once" } };
    const size = Math.ceil(limits.keptAnswerBytes / 350);
    const records = Array.from({ length: 350 }, () => ({ fields: { Name: "x".repeat(size), Count: 3 } }));
    const first = await send({ records }, keyed);
    expect(await send({ records }, keyed)).toMatchObject({ status: 201, headers: applied, body: first.body });
  });

  test("400: an error is the same as without it", async () => {
    const { send } = await aSheet();
    const body = { records: [{ fields: { Count: "many" } }] };
    const { status, body: refused } = await send(body, { headers });
    expect([status, refused.data.issues[0].path]).toEqual([400, "records[0].fields.Count"]);
  });
});
