import { beforeAll, expect, test, vi } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as listRecordHistory } from "#functions/record/list-record-history";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as keepPast } from "#functions/stream/keep-past";
import { handler as deletePermanently } from "#functions/table/delete-table-permanently";
import { aFullTable, itemsWith, runToEnd } from "#test/support/events/jobs";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";
import { tellAll, tellNews } from "#test/support/store/past";
import { aNote, aRecord } from "#test/support/store/stream";
import { aTableOf, trashTable } from "../trash/support.ts";

inProcessOnly("the stream's reader runs here");

beforeAll(useOwnStore);

/** A table with a history, and with records in its trash. */
async function aTableWithAPast() {
  const made = await aTableOf(30);
  const { owner: as, params, ids } = made;
  for (const Count of [100, 200]) {
    const records = ids.map((id) => ({ id, fields: { Count } }));
    await call(updateRecords, { as, params, body: { records } });
  }
  await made.remove(...ids.slice(0, 10));
  await made.remove(...ids.slice(10, 12));
  return made;
}

test("of a table that is cleared nothing is kept, and what was is cleared with it", async () => {
  const { owner: as, baseId, tableId } = await aTableWithAPast();
  expect(await itemsWith(`HISTORY#${tableId}`)).toHaveLength(120);
  expect(await itemsWith(`TRASHED#${tableId}`)).toHaveLength(12);
  const { body } = await call(deletePermanently, { as, params: { baseId, tableId } });
  await tellAll();
  await runToEnd(body.jobId, baseId);
  expect(await itemsWith(tableId)).toEqual([]);
  // the removals that the job made, and all before once more
  await tellAll();
  expect(await itemsWith(tableId)).toEqual([]);
});

test("of a base that is cleared neither, also of a table in its trash", async () => {
  const one = await aTableWithAPast();
  const { owner: as, baseId, spaceId } = one;
  const other = await aFullTable(3, as, { baseId, spaceId });
  await trashTable({ as }, { baseId, tableId: one.tableId });
  const { body } = await call(deleteBase, { as, params: { baseId } });
  const seen = await runToEnd(body.jobId, baseId);
  expect(seen.at(-1)).toMatchObject({ state: "done", progress: { done: 2, total: 2 } });
  await tellAll();
  expect(await itemsWith(one.tableId, other.tableId, `TRASH#${baseId}`)).toEqual([]);
});

test("of a table in the trash what was on its way is kept: it may be brought back", async () => {
  const made = await aTableOf(1);
  const { owner: as, baseId, tableId, params, ids } = made;
  const records = [{ id: ids[0], fields: { Count: 7 } }];
  await call(updateRecords, { as, params, body: { records } });
  await trashTable({ as }, { baseId, tableId });
  await tellNews();
  expect(await itemsWith(`HISTORY#${tableId}`)).toHaveLength(2);
  const at = { ...params, recordId: ids[0] as string };
  expect((await call(listRecordHistory, { as, params: at })).status).toBe(404);
});

test("a batch of nothing but other items costs no request", async () => {
  const calls = await disturbed(
    () => undefined,
    () => keepPast({ Records: [aRecord(aNote(), aNote({ n: 1 })), aRecord(undefined, aNote())] }),
  );
  expect(calls).toEqual([]);
});

test("fails, to be told again, when the store is away", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const before = aNote({ pk: "RECORDS#tbl4mSa1Cw6nZ8tQ0Yh#0", entity: "record" });
  await disturbed(
    () => "not sent",
    () => expect(keepPast({ Records: [aRecord(before, undefined)] })).rejects.toThrow(),
  );
  vi.restoreAllMocks();
});
