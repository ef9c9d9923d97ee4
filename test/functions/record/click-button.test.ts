import { describe, expect, test } from "vitest";
import { handler as clickButton } from "#functions/record/click-button";
import { aButton } from "#test/functions/record/support/buttons";
import { noField } from "#test/support/makers/ids";
import { aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { retryBusy } from "#test/support/requests/retry-busy";

const workflow = (isActive: boolean) => ({ id: "wfl0000000000000001", name: "Send", isActive });

describe("the response", () => {
  test("201: the record with one more click, and an id of the click", async () => {
    const { click, get, id, tableId, fieldId, owner } = await aButton();
    const { status, headers, body } = await click();
    expect(status).toBe(201);
    const record = (await get(id)).body;
    expect(body).toEqual({ tableId, fieldId, record, runId: expect.stringMatching(/^run\w{16}$/) });
    expect(record).toMatchObject({ fields: { Name: "a", Go: { count: 1 } }, lastModifiedBy: owner.userId });
    expect(headers["etag"]).toBe((await get(id)).headers["etag"]);
    const again = await click();
    expect(again.body.record.fields["Go"]).toEqual({ count: 2 });
    expect(again.body.runId).not.toBe(body.runId);
  });

  test("201: the text format leaves the button empty", async () => {
    const { click, get, id } = await aButton();
    await click();
    expect((await get(id, "cellFormat=text")).body.fields).toEqual({ Name: "a" });
  });

  test("201: with an active workflow", async () => {
    const { click } = await aButton({ workflow: workflow(true) });
    expect((await click()).status).toBe(201);
  });
});

describe("400", () => {
  test.each<[string, object, string]>([
    ["a workflow that is not active", { workflow: workflow(false) }, "has an inactive workflow"],
    ["maxCount is reached", { maxCount: 1 }, "has reached maxCount: 1 of 1 clicks"],
  ])("%s", async (_, options, message) => {
    const { click, get, id } = await aButton(options);
    await click();
    const before = (await get(id)).body;
    const answer = await click();
    expect(answer).toMatchObject({ status: 400, body: { data: { issues: [{ path: "fieldId", message }] } } });
    expect((await get(id)).body).toEqual(before);
  });

  test("a field that is not a button", async () => {
    const { press, table } = await aButton();
    const answer = await press("click", { fieldId: table.fields[0].id });
    expect(refusal(answer)).toEqual({ status: 400, paths: ["fieldId"] });
  });
});

test("404: unknown field, deleted record, stranger; 403: commenter", async () => {
  const { press, remove, id, baseId, params, fieldId } = await aButton();
  expect((await press("click", { fieldId: noField() })).status).toBe(404);
  const as = async (caller: { token: string }) =>
    (await call(clickButton, { as: caller, params: { ...params, recordId: id, fieldId } })).status;
  expect(await as(await aMember(baseId, "editor"))).toBe(201);
  expect(await as(await aMember(baseId, "commenter"))).toBe(403);
  expect(await as(await someone())).toBe(404);
  await remove(id);
  expect((await press("click")).status).toBe(404);
});

describe("concurrent clicks", () => {
  test("201 for exactly ten of fifty clicks if maxCount is ten; 400 for the others", async () => {
    const { click, get, id } = await aButton({ maxCount: 10 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => retryBusy(click)));
    const counts = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.record.fields.Go.count);
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, i) => i + 1));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(40);
    expect((await get(id)).body.fields["Go"]).toEqual({ count: 10 });
  });

  test("201 or 409: each click with a 201 counts, and no other", async () => {
    const { click, get, id } = await aButton();
    const answers = await Promise.all(Array.from({ length: 30 }, () => click()));
    const done = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect((await get(id)).body.fields["Go"]).toEqual({ count: done.length });
    expect(new Set(done.map(({ body }) => body.runId)).size).toBe(done.length);
  });

  test("clicks and edits of other cells do not lose each other", async () => {
    const { click, update, get, id } = await aButton();
    const edits = Array.from({ length: 8 }, (_, i) => (i % 2 ? click() : update(id, { Name: `n${i}` })));
    for (const { status } of await Promise.all(edits)) expect([200, 201]).toContain(status);
    expect((await get(id)).body.fields).toMatchObject({ Go: { count: 4 } });
  });
});

test("If-Match: 412 if the record has changed, and the click does not count", async () => {
  const { press, update, get, id } = await aButton();
  const tag = async () => (await get(id)).headers["etag"] as string;
  const before = await tag();
  await update(id, { Name: "b" });
  expect((await press("click", {}, { "if-match": before })).status).toBe(412);
  expect((await press("click", {}, { "if-match": await tag() })).status).toBe(201);
  expect((await get(id)).body.fields["Go"]).toEqual({ count: 1 });
});

test("Idempotency-Key: one click, one response, even if it is too large to be kept", async () => {
  const long = ["L1", "L2", "L3", "L4"].map((name) => ({ name, type: "longText" }));
  const { press, update, get, id } = await aButton({}, long);
  // more than 300 KB of JSON that gzip cannot compress
  await update(id, Object.fromEntries(long.map(({ name }) => [name, "é".repeat(45_000)])));
  const key = { "idempotency-key": "one" };
  const first = await press("click", {}, key);
  expect(first.status).toBe(201);
  expect((await press("click", {}, key)).body).toEqual(first.body);
  expect((await get(id)).body.fields["Go"]).toEqual({ count: 1 });
  await update(id, { Name: "later" });
  const { body } = await press("click", {}, key);
  expect([body.runId, body.record.name]).toEqual([first.body.runId, "later"]);
});
