import { beforeAll, expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecordHistory } from "#functions/record/list-record-history";
import { handler as listTableHistory } from "#functions/record/list-table-history";
import { handler as updateRecords } from "#functions/record/update-records";
import type { HistoryEntry } from "#lib/schemas/records/history";
import { aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { tellAll, tellNews } from "#test/support/store/past";

inProcessOnly("the stream's reader runs here");

beforeAll(useOwnStore);

/** A table of so many records, of which each was edited as often. */
async function edited(count: number, times: number) {
  const made = await aTable();
  const { owner: as, tableId } = made;
  const params = { tableId: tableId as string };
  const records = Array.from({ length: count }, () => ({ fields: { Count: 0 } }));
  const { body } = await call(createRecords, { as, params, body: { records } });
  const ids: string[] = body.records.map(({ id }: { id: string }) => id);
  for (let Count = 1; Count <= times; Count++)
    await call(updateRecords, {
      as,
      params,
      body: { records: ids.map((id) => ({ id, fields: { Count } })) },
    });
  await tellNews();
  const page = async (query: Record<string, string> = {}) =>
    (await call(listTableHistory, { as, params, query })).body;
  return { ...made, params, ids, page };
}

test("200: the edits of all records, the newest first, page after page, each once; told twice too", async () => {
  const { owner, params, ids, page } = await edited(30, 3);
  await tellAll();
  const seen: HistoryEntry[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const next = await page(cursor ? { cursor } : {});
    seen.push(...next.historyList);
    cursor = next.nextCursor;
  }
  expect(seen.map(({ after }) => after.data)).toEqual([3, 2, 1].flatMap((count) => Array(30).fill(count)));
  expect(new Set(seen.map(({ id }) => id)).size).toBe(90);

  const recordId = ids[7] as string;
  const { body } = await call(listRecordHistory, { as: owner, params: { ...params, recordId } });
  expect(body.historyList).toEqual(seen.filter((entry) => entry.recordId === recordId));
});

test("200: what is edited meanwhile is not on the pages that follow", async () => {
  const { owner: as, params, ids, page } = await edited(12, 2);
  const first = await page();
  const body = { records: ids.map((id) => ({ id, fields: { Count: 99 } })) };
  await call(updateRecords, { as, params, body });
  await tellNews();
  const second = await page({ cursor: first.nextCursor });
  expect(second.historyList.map(({ after }: HistoryEntry) => after.data)).toEqual([1, 1, 1, 1]);
  expect(second.nextCursor).toBeNull();
});

test("200: nothing was edited", async () => {
  const { page } = await edited(1, 0);
  expect(await page()).toEqual({ historyList: [], userMap: {}, nextCursor: null });
});

test("404 for strangers, 403 for viewers and for tokens without the scope", async () => {
  const { owner, baseId, params } = await edited(1, 1);
  const statusFor = async (as: { token: string }) => (await call(listTableHistory, { as, params })).status;
  expect(await statusFor(await someone())).toBe(404);
  expect(await statusFor(await aMember(baseId, "viewer"))).toBe(403);
  expect(await statusFor({ token: await aToken(owner.userId, { scopes: ["record|update"] }) })).toBe(403);
  expect(await statusFor(await aMember(baseId, "editor"))).toBe(200);
});
