import { expect, test } from "vitest";
import { handler as resetButton } from "#functions/record/reset-button";
import { aButton } from "#test/functions/record/support/buttons";
import { noField } from "#test/support/makers/ids";
import { aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const mayReset = { resetCount: true, maxCount: 1 };

test("201: the count is removed and the button can be clicked again; also if there was no count", async () => {
  const { click, reset, get, id, tableId, fieldId } = await aButton(mayReset);
  expect((await reset()).status).toBe(201);
  await click();
  const { status, headers, body } = await reset();
  const record = (await get(id)).body;
  expect(status).toBe(201);
  expect(body).toEqual({ ...record, tableId, fieldId, record, runId: expect.stringMatching(/^run\w{16}$/) });
  expect(record.fields).toEqual({ Name: "a" });
  expect(headers["etag"]).toBe((await get(id)).headers["etag"]);
  expect((await click()).body.record.fields.Go).toEqual({ count: 1 });
});

test("201: a button whose workflow is not active", async () => {
  const workflow = { id: "wfl0000000000000001", name: "Send", isActive: false };
  const { reset } = await aButton({ ...mayReset, workflow });
  expect((await reset()).status).toBe(201);
});

test.each([{}, { resetCount: false }])(
  "400: a button with %j; a field that is not a button",
  async (options) => {
    const { click, reset, press, get, id, table } = await aButton(options);
    await click();
    expect(refusal(await reset())).toEqual({ status: 400, paths: ["fieldId"] });
    const answer = await press("reset", { fieldId: table.fields[0].id });
    expect(refusal(answer)).toEqual({ status: 400, paths: ["fieldId"] });
    expect((await get(id)).body.fields["Go"]).toEqual({ count: 1 });
  },
);

test("404: unknown field, stranger; 403: commenter", async () => {
  const { press, baseId, params, id, fieldId } = await aButton(mayReset);
  expect((await press("reset", { fieldId: noField() })).status).toBe(404);
  const as = async (caller: { token: string }) =>
    (await call(resetButton, { as: caller, params: { ...params, recordId: id, fieldId } })).status;
  expect(await as(await aMember(baseId, "editor"))).toBe(201);
  expect(await as(await aMember(baseId, "commenter"))).toBe(403);
  expect(await as(await someone())).toBe(404);
});

test("412: the record has changed", async () => {
  const { click, press, get, id } = await aButton(mayReset);
  const tag = (await get(id)).headers["etag"] as string;
  await click();
  expect((await press("reset", {}, { "if-match": tag })).status).toBe(412);
  expect((await get(id)).body.fields["Go"]).toEqual({ count: 1 });
});
