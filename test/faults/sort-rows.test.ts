/* The job that sorts the rows of a view is killed at any request to the store, or done by two at once: all rows stand in order. */
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

/** Five commits of rows: side by side some would be done and others not. */
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

/** A job that is to sort the rows by their counts; `seen` is what they show then. */
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
  "%s: every row comes to its place",
  async (fault) => {
    const trial = await asked("desc");
    await turn(trial.jobId, trial.baseId);
    const calls = await requestsOf(() => turn(trial.jobId, trial.baseId));
    expect(calls).toBeGreaterThan(12);
    for (const n of pointsOf(`putting ${all} rows into their places, ${fault}`, calls)) {
      // in the other order before
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

test("of turns at the same time all say the same", async () => {
  const { jobId, baseId, seen } = await asked("desc");
  for (let i = 0; i < 2; i++)
    await Promise.all([turn(jobId, baseId), turn(jobId, baseId), turn(jobId, baseId)]);
  await runToEnd(jobId, baseId);
  expect(await seen()).toEqual(inOrder.toReversed());
  expect(await itemsWith(`SORTING#${jobId}`)).toEqual([]);
});

test("who has it sorted last is right, whichever job is quicker", async () => {
  const first = await asked("desc");
  await turn(first.jobId, first.baseId);
  const second = await asked("asc");
  await runToEnd(first.jobId, first.baseId);
  await runToEnd(second.jobId, second.baseId);
  expect(await first.seen()).toEqual(inOrder);
  expect(await jobOf(first.jobId, first.baseId)).toMatchObject({
    state: "failed",
    error: "The view was sorted once more before this was done",
  });
  expect(await jobOf(second.jobId, second.baseId)).toMatchObject({ state: "done" });
});
