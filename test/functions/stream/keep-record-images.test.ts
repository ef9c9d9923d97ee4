import { beforeAll, expect, test, vi } from "vitest";
import { handler as deleteBasePermanently } from "#functions/base/delete-base-permanently";
import { handler as listRecordHistory } from "#functions/record/list-record-history";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as keepRecordImages } from "#functions/stream/keep-record-images";
import { handler as deletePermanently } from "#functions/table/delete-table-permanently";
import { aFullTable, itemsWith, runToEnd } from "#test/support/events/jobs";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";
import { tellAll, tellNews } from "#test/support/store/record-images";
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

test("nothing is kept of a table that is cleared, and what was kept is cleared with it", async () => {
  const { owner: as, baseId, tableId } = await aTableWithAPast();
  expect(await itemsWith(`HISTORY#${tableId}`)).toHaveLength(120);
  expect(await itemsWith(`TRASHED#${tableId}`)).toHaveLength(12);
  const { body } = await call(deletePermanently, { as, params: { baseId, tableId } });
  await tellAll();
  await runToEnd(body.jobId, baseId);
  expect(await itemsWith(tableId)).toEqual([]);
  // the removals of the job, and all earlier changes once more
  await tellAll();
  expect(await itemsWith(tableId)).toEqual([]);
});

test("nor of a base that is cleared, including a table in its trash", async () => {
  const one = await aTableWithAPast();
  const { owner: as, baseId, spaceId } = one;
  const other = await aFullTable(3, as, { baseId, spaceId });
  await trashTable({ as }, { baseId, tableId: one.tableId });
  const { body } = await call(deleteBasePermanently, { as, params: { baseId } });
  const seen = await runToEnd(body.jobId, baseId);
  expect(seen.at(-1)).toMatchObject({ state: "done", progress: { done: 2, total: 2 } });
  await tellAll();
  expect(await itemsWith(one.tableId, other.tableId, `TRASH#${baseId}`)).toEqual([]);
});

test("changes of a table in the trash are kept, because it may be restored", async () => {
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

test("a batch of other items only makes no request", async () => {
  const calls = await disturbed(
    () => undefined,
    () => keepRecordImages({ Records: [aRecord(aNote(), aNote({ n: 1 })), aRecord(undefined, aNote())] }),
  );
  expect(calls).toEqual([]);
});

test("fails, so that the batch is delivered again, if the store is down", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const before = aNote({ pk: "RECORDS#tbl4mSa1Cw6nZ8tQ0Yh#0", entity: "record" });
  await disturbed(
    () => "not sent",
    () => expect(keepRecordImages({ Records: [aRecord(before, undefined)] })).rejects.toThrow(),
  );
  vi.restoreAllMocks();
});
