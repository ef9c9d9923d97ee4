import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as deleteBasePermanently } from "#functions/base/delete-base-permanently";
import { handler as getBaseJob } from "#functions/job/get-base-job";
import { aFullTable, hasEnded, itemsWith, jobOf, runToEnd, turn } from "#test/support/events/jobs";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { aWebhook } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";
import { pointsOf } from "#test/support/run/points";
import { disturbed, storeError } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

/** A base with two tables and two members of its own. */
async function aFullBase(records: number) {
  const owner = await someone();
  const { baseId, spaceId } = await aBase(owner);
  const members = [await aMember(baseId, "editor"), await aMember(baseId, "viewer")];
  await aWebhook({ owner, baseId }, { url: "https://receiver.example.com/" });
  const first = await aFullTable(records, owner, { baseId, spaceId });
  const second = await aTable({ records: [{ fields: {} }] }, owner, { baseId, spaceId });
  return { owner, baseId, spaceId, members, texts: [baseId, first.tableId, first.shareId, second.tableId] };
}

const removed = async ({ owner: as, baseId }: Awaited<ReturnType<typeof aFullBase>>) =>
  (await call(deleteBasePermanently, { as, params: { baseId } })).body.jobId;

test("a deleted base is removed with its tables and members; others are unchanged", async () => {
  const made = await aFullBase(600);
  const other = await aFullTable(10, made.owner, await aBase(made.owner));
  const before = await itemsWith(other.baseId, other.tableId);

  const jobId = await removed(made);
  const seen = await runToEnd(jobId, made.baseId);
  expect(await itemsWith(...made.texts)).toEqual([]);
  expect(await itemsWith(other.baseId, other.tableId)).toEqual(before);
  const done = seen.map(({ progress }) => progress.done);
  expect(done).toEqual([...done].sort((a, b) => a - b));
  expect(seen.at(-1)).toMatchObject({ state: "done", progress: { done: 2, total: 2 } });

  const params = { baseId: made.baseId, jobId };
  expect((await call(getBaseJob, { as: made.owner, params })).body).toMatchObject({ state: "done" });
}, 120_000);

test("a job killed at any store call still finishes later", async () => {
  const trial = await aFullBase(2);
  const jobId = await removed(trial);
  let calls = 0;
  await disturbed(
    () => void calls++,
    () => runToEnd(jobId, trial.baseId),
  );
  for (const n of pointsOf("clearing a base of two tables", calls)) {
    const made = await aFullBase(2);
    const jobId = await removed(made);
    const killed = storeError("ValidationException");
    const work = async () => {
      while (!hasEnded(await turn(jobId, made.baseId)));
    };
    await disturbed((_, index) => (index === n ? "answer lost" : index > n ? killed : undefined), work).catch(
      () => {},
    );
    await runToEnd(jobId, made.baseId);
    expect({ n, left: await itemsWith(...made.texts) }).toEqual({ n, left: [] });
    expect((await jobOf(jobId, made.baseId)).state).toBe("done");
  }
}, 300_000);
