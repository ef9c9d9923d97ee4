import { beforeAll, expect, test } from "vitest";
import { handler as getTableJob } from "#functions/job/get-table-job";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as deletePermanently } from "#functions/table/delete-table-permanently";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as listTrash } from "#functions/trash/list-trash";
import { itemsWith, runToEnd } from "#test/support/events/jobs";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("the stream's reader runs here");

beforeAll(useOwnStore);

const paramsOf = ({ baseId, tableId }: { baseId: string; tableId: string }) => ({ baseId, tableId });

test("200: it is gone at once, is not in the trash, and a job clears it", async () => {
  const made = await aTable({ records: [{ fields: { Name: "Ada" } }] });
  const { owner: as, baseId, tableId } = made;
  const { status, body } = await call(deletePermanently, { as, params: paramsOf(made) });
  expect({ status, body }).toEqual({ status: 200, body: { jobId: expect.stringMatching(/^job/) } });
  expect((await call(listTables, { as, params: { baseId } })).body).toEqual([]);
  expect((await call(listTrash, { as, query: { baseId } })).body.items).toEqual([]);
  await runToEnd(body.jobId, baseId);
  expect(await itemsWith(tableId)).toEqual([]);
  const params = { tableId, jobId: body.jobId };
  expect((await call(getTableJob, { as, params })).body).toMatchObject({ kind: "clearTable", state: "done" });
});

test("200: one that is in the trash leaves it for good", async () => {
  const made = await aTable({ records: [{ fields: {} }] });
  const { owner: as, baseId, tableId } = made;
  await call(deleteTable, { as, params: paramsOf(made) });
  const { status, body } = await call(deletePermanently, { as, params: paramsOf(made) });
  expect(status).toBe(200);
  expect((await call(listTrash, { as, query: { baseId } })).body.items).toEqual([]);
  await runToEnd(body.jobId, baseId);
  expect(await itemsWith(tableId)).toEqual([]);
});

test("404: it is deleted once, by several at the same time; one of another base, strangers; 403: editors", async () => {
  const made = await aTable();
  const other = await aTable({}, made.owner);
  const statusFor = async (as: { token: string }, params = paramsOf(made)) =>
    (await call(deletePermanently, { as, params })).status;
  expect(await statusFor(made.owner, { baseId: other.baseId, tableId: made.tableId })).toBe(404);
  expect(await statusFor(await someone())).toBe(404);
  expect(await statusFor(await aMember(made.baseId, "editor"))).toBe(403);
  const answers = await Promise.all([1, 2, 3].map(() => statusFor(made.owner)));
  expect(answers.sort()).toEqual([200, 404, 404]);
  await call(deleteTable, { as: made.owner, params: paramsOf(other) });
  const inTrash = await Promise.all([1, 2, 3].map(() => statusFor(made.owner, paramsOf(other))));
  expect(inTrash.sort()).toEqual([200, 404, 404]);
});
