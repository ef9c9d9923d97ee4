import { beforeAll, expect, test } from "vitest";
import { handler as clearDueHandler } from "#functions/trash/clear-due";
import { clearDue } from "#lib/data/cleanup/clear-due";
import { tableKey } from "#lib/data/schema/table-schema";
import { getItem } from "#lib/store/store";
import { itemsWith, jobsOf, pieces, turn } from "#test/support/events/jobs";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";
import { aTableOf, bringBack, trashTable } from "./support.ts";

inProcessOnly("the schedule runs here");

beforeAll(useOwnStore);

const day = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const paramsOf = ({ baseId, tableId }: { baseId: string; tableId: string }) => ({ baseId, tableId });

test("after thirty days, and not before, a deleted table is cleared; a restored one stays", async () => {
  const [gone, back] = [await aTableOf(2), await aTableOf(2)];
  await gone.remove(gone.ids[0] as string);
  const goneId = await trashTable({ as: gone.owner }, paramsOf(gone));
  const backId = await trashTable({ as: back.owner }, paramsOf(back));
  await bringBack(backId, { as: back.owner });

  await clearDueHandler();
  await clearDue(inDays(29.9));
  expect(await jobsOf(gone.tableId)).toEqual([]);
  // of two concurrent schedules one starts it
  await Promise.all([clearDue(inDays(30.1)), clearDue(inDays(30.1))]);
  expect((await bringBack(goneId, { as: gone.owner })).status).toBe(404);
  const jobs = await jobsOf(gone.tableId);
  expect(jobs).toHaveLength(1);
  for (const job of jobs) {
    let state = "waiting";
    while (state !== "done") state = (await turn(job, gone.baseId, pieces, () => inDays(31))).state;
  }
  expect(await itemsWith(gone.tableId)).toEqual([]);
  expect(await jobsOf(back.tableId)).toEqual([]);
  expect(await getItem(tableKey(back.tableId))).toBeDefined();
});

test("checking costs one request, however full the trash is", async () => {
  for (let i = 0; i < 3; i++) {
    const made = await aTableOf(0);
    await trashTable({ as: made.owner }, paramsOf(made));
  }
  const calls = await disturbed(() => undefined, clearDueHandler);
  expect(calls.map(({ command }) => command)).toEqual(["Query"]);
});
