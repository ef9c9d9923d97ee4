/* The job that sorts the rows of a view, killed at any request to the store or run concurrently: all rows are in order. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as sortRows } from "#functions/view/sort-rows";
import { restartOverdue } from "#lib/data/jobs/run-job";
import { counterKey, orderOf } from "#lib/data/records/record-keys";
import type { ViewId } from "#lib/schemas/basics/ids";
import { addToNumber } from "#lib/store/store";
import { aSheet, field } from "#test/functions/record/support/records";
import { settleAll } from "#test/support/events/commits";
import { inAnHour, itemsWith, jobOf, runToEnd, turn } from "#test/support/events/jobs";
import { call } from "#test/support/requests/call";
import { pointsOf } from "#test/support/run/points";
import { killedAt, requestsOf } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";
import { rowsOf } from "#test/support/store/rows";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

/** Five commits of rows: after an accident, some may be done and others not. */
const all = 150;
const counts = Array.from({ length: all }, (_, i) => (i * 37) % all);
const inOrder = counts.toSorted((a, b) => a - b);

let sheet: ReturnType<typeof aTable> | undefined;
async function aTable() {
  const made = await aSheet({ fields: [field("Count", "number")] });
  await made.create(counts.map((Count) => ({ Count })));
  await addToNumber(counterKey(made.tableId), 600);
  await settleAll();
  return made;
}

/** Starts a job that sorts the rows by Count. `seen` gives the current values in the order of the rows. */
async function asked(order: "asc" | "desc") {
  sheet ??= aTable();
  const { owner: as, tableId, baseId, table } = await sheet;
  const params = { tableId, viewId: table.defaultViewId as ViewId };
  const fieldId = table.fields[0].id;
  const { body } = await call(sortRows, { as, params, body: { sortObjs: [{ fieldId, order }] } });
  return {
    jobId: body.jobId,
    baseId,
    ...params,
    seen: async () => (await rowsOf(tableId, params.viewId)).map(({ cells }) => cells[fieldId]),
  };
}

test.each(["not sent", "answer lost"] as const)(
  "%s: every row gets its position",
  async (fault) => {
    const trial = await asked("desc");
    await turn(trial.jobId, trial.baseId);
    const calls = await requestsOf(() => turn(trial.jobId, trial.baseId));
    expect(calls).toBeGreaterThan(12);
    for (const n of pointsOf(`sorting ${all} rows, ${fault}`, calls)) {
      // in the opposite order before
      const before = await asked("desc");
      await runToEnd(before.jobId, before.baseId);
      const { jobId, baseId, viewId, seen } = await asked("asc");
      await turn(jobId, baseId);
      await killedAt(n, fault, () => turn(jobId, baseId));
      await restartOverdue(inAnHour());
      const last = (await runToEnd(jobId, baseId)).at(-1);
      expect({ n, ...last }).toMatchObject({ n, state: "done", progress: { done: all, total: all } });
      expect({ n, seen: await seen() }).toEqual({ n, seen: inOrder });
      const places = (await itemsWith(orderOf(viewId))).filter(({ entity }) => entity === "place");
      expect(places).toHaveLength(all);
      expect(await itemsWith(`SORTING#${jobId}`)).toEqual([]);
    }
  },
  300_000,
);

test("concurrent turns of one job give the same order", async () => {
  const { jobId, baseId, seen } = await asked("desc");
  for (let i = 0; i < 2; i++)
    await Promise.all([turn(jobId, baseId), turn(jobId, baseId), turn(jobId, baseId)]);
  await runToEnd(jobId, baseId);
  expect(await seen()).toEqual(inOrder.toReversed());
  expect(await itemsWith(`SORTING#${jobId}`)).toEqual([]);
});

test("the sorting that was requested last wins, whichever job is faster", async () => {
  const first = await asked("desc");
  await turn(first.jobId, first.baseId);
  const second = await asked("asc");
  await runToEnd(first.jobId, first.baseId);
  await runToEnd(second.jobId, second.baseId);
  expect(await first.seen()).toEqual(inOrder);
  expect(await jobOf(first.jobId, first.baseId)).toMatchObject({
    state: "failed",
    error: "The view was sorted again before this job was done",
  });
  expect(await jobOf(second.jobId, second.baseId)).toMatchObject({ state: "done" });
});
