import { expect, test } from "vitest";
import { handler as getRecordStatus } from "#functions/record/get-record-status";
import { aSheet } from "#test/functions/record/support/records";
import { aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

async function aRecord() {
  const sheet = await aSheet();
  const [{ id }] = (await sheet.create([{ Name: "a" }])).body.records;
  const status = (recordId: string, as: { token: string } = sheet.owner) =>
    call(getRecordStatus, { as, params: { ...sheet.params, recordId } });
  return { ...sheet, id: id as string, status };
}

test("200: there, and deleted", async () => {
  const { id, status, remove } = await aRecord();
  expect(await status(id)).toMatchObject({ status: 200, body: { isVisible: true, isDeleted: false } });
  await remove(id);
  expect(await status(id)).toMatchObject({ status: 200, body: { isVisible: false, isDeleted: true } });
});

test.each(["rec0000020000000000", "rec1", "recé"])("404: %s was never there", async (recordId) => {
  const { status } = await aRecord();
  expect((await status(recordId)).status).toBe(404);
});

test("404: a stranger; 403: a token that may not read tables", async () => {
  const { id, status, owner } = await aRecord();
  expect((await status(id, await someone())).status).toBe(404);
  expect((await status(id, { token: await aToken(owner.userId, { scopes: ["record|read"] }) })).status).toBe(
    403,
  );
});
