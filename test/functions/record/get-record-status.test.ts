import { describe, expect, test } from "vitest";
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

test("200: existing, and deleted", async () => {
  const { id, status, remove } = await aRecord();
  expect(await status(id)).toMatchObject({ status: 200, body: { isVisible: true, isDeleted: false } });
  await remove(id);
  expect(await status(id)).toMatchObject({ status: 200, body: { isVisible: false, isDeleted: true } });
});

test.each(["rec0000020000000000", "rec1", "recé"])("404: %s never existed", async (recordId) => {
  const { status } = await aRecord();
  expect((await status(recordId)).status).toBe(404);
});

test("404: stranger; 403: token that may not read tables", async () => {
  const { id, status, owner } = await aRecord();
  expect((await status(id, await someone())).status).toBe(404);
  expect((await status(id, { token: await aToken(owner.userId, { scopes: ["record|read"] }) })).status).toBe(
    403,
  );
});

describe("with the query of a list", () => {
  test("200: visible if the list shows the record; page and sort do not count", async () => {
    const sheet = await aSheet();
    const [{ id: recordId }] = (await sheet.create([{ Name: "a" }])).body.records;
    const isVisible = async (query: object) =>
      (
        await call(getRecordStatus, {
          as: sheet.owner,
          params: { ...sheet.params, recordId },
          query: query as never,
        })
      ).body.isVisible;
    const nameIs = (value: string) => ({
      filter: JSON.stringify({
        conjunction: "and",
        filterSet: [{ fieldId: sheet.table.fields[0].id, operator: "is", value }],
      }),
    });
    expect(await isVisible(nameIs("a"))).toBe(true);
    expect(await isVisible(nameIs("b"))).toBe(false);
    expect(await isVisible({ take: "1", skip: "7", groupBy: '[{"fieldId":"Name","order":"asc"}]' })).toBe(
      true,
    );
    expect(await isVisible({ "selectedRecordIds[]": [recordId] })).toBe(true);
    expect(await isVisible({ "selectedRecordIds[]": ["rec0000020000000000"] })).toBe(false);
    expect(await isVisible({ "search[]": ["zzz", "", "true"] })).toBe(false);
    expect(await isVisible({ viewId: sheet.table.defaultViewId })).toBe(true);
  });

  test("403: a token that may not read records learns nothing by a filter", async () => {
    const { id, owner, params } = await aRecord();
    const as = { token: await aToken(owner.userId, { scopes: ["table|read"] }) };
    const asked = { as, params: { ...params, recordId: id } };
    expect((await call(getRecordStatus, asked)).status).toBe(200);
    expect((await call(getRecordStatus, { ...asked, query: { "search[]": ["a"] } })).status).toBe(403);
  });
});
