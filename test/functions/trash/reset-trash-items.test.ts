import { beforeAll, expect, test } from "vitest";
import { handler as reset } from "#functions/trash/reset-trash-items";
import { tableKey } from "#lib/data/schema/table-schema";
import type { JobId } from "#lib/schemas/basics/ids";
import { getItem } from "#lib/store/store";
import { itemsWith, jobsOf, runToEnd } from "#test/support/events/jobs";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { aTableOf, bringBack, recordItems, tableItems, trashTable } from "./support.ts";

inProcessOnly("the stream's reader runs here");

beforeAll(useOwnStore);

const emptied = async (as: { token: string }, resourceId: string): Promise<JobId> => {
  const { status, body } = await call(reset, { as, query: { resourceId } });
  if (status !== 200) throw new Error(`not emptied: ${status}`);
  return body.jobId;
};

test("200: of a table: nothing can be brought back from then on, and a job removes it; what is deleted later can", async () => {
  const made = await aTableOf(30);
  const { owner: as, tableId, baseId, ids } = made;
  for (const id of ids.slice(0, 25)) await made.remove(id);
  const [item] = await made.items();
  const jobId = await emptied(as, tableId);
  expect(await recordItems({ as }, tableId)).toEqual([]);
  expect((await bringBack(item?.id as string, { as })).status).toBe(404);
  await made.remove(ids[29] as string);
  const seen = await runToEnd(jobId, baseId);
  expect(seen.at(-1)).toMatchObject({ kind: "clearTrash", state: "done", progress: { done: 25 } });
  expect((await itemsWith(`TRASHED#${tableId}`, `TRASH#${tableId}`)).length).toBe(2);
  const [later] = await made.items();
  expect((await bringBack(later?.id as string, { as })).status).toBe(201);
});

test("200: of a base: its deleted tables are cleared, each by a job; those that are there or brought back stay", async () => {
  const made = await aTableOf(2);
  const { owner: as, baseId, spaceId } = made;
  const [back, gone] = [await aTable({}, as, { baseId, spaceId }), await aTable({}, as, { baseId, spaceId })];
  const backId = await trashTable({ as }, { baseId, tableId: back.tableId });
  await bringBack(backId, { as });
  const goneId = await trashTable({ as }, { baseId, tableId: gone.tableId });
  const jobId = await emptied(as, baseId);
  expect(await tableItems({ as }, baseId)).toEqual([]);
  expect((await bringBack(goneId, { as })).status).toBe(404);
  await runToEnd(jobId, baseId);
  for (const job of await jobsOf(gone.tableId)) await runToEnd(job, baseId);
  expect(await itemsWith(gone.tableId)).toEqual([]);
  for (const { tableId } of [made, back]) expect(await getItem(tableKey(tableId))).toBeDefined();
});

test("404 for strangers, 403 for editors, 400 without saying what", async () => {
  const { owner, baseId, tableId } = await aTable();
  const statusFor = async (as: { token: string }, query: Record<string, string>) =>
    (await call(reset, { as, query })).status;
  for (const resourceId of [baseId, tableId]) {
    expect(await statusFor(await someone(), { resourceId })).toBe(404);
    expect(await statusFor(await aMember(baseId, "editor"), { resourceId })).toBe(403);
  }
  expect(await statusFor(owner, {})).toBe(400);
  expect(await statusFor(owner, { resourceId: "nonsense" })).toBe(404);
});
