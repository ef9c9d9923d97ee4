import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as deleteComment } from "#functions/comment/delete-comment";
import { handler as getTableJob } from "#functions/job/get-table-job";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteTable } from "#functions/table/delete-table-permanently";
import { restartOverdue, takeTurn } from "#lib/data/jobs/run-job";
import { tableKey } from "#lib/data/schema/table-schema";
import { getItem } from "#lib/store/store";
import {
  aFullTable,
  hasEnded,
  inAnHour,
  itemsWith,
  jobOf,
  pieces,
  runToEnd,
  turn,
} from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { pointsOf } from "#test/support/run/points";
import { disturbed, killedAt, requestsOf, storeError } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

type Made = Awaited<ReturnType<typeof aFullTable>>;

const removed = async ({ owner: as, baseId, tableId }: Made) =>
  (await call(deleteTable, { as, params: { baseId, tableId } })).body.jobId;

describe("a deleted table", () => {
  test("of 1100 records, unique values and a share is gone from the store; others are as they were", async () => {
    const made = await aFullTable(1100);
    const { owner, baseId, spaceId, tableId, shareId } = made;
    const other = await aFullTable(40, owner, { baseId, spaceId });
    const before = await itemsWith(other.tableId, other.shareId);
    expect(before.length).toBeGreaterThan(120);

    const jobId = await removed(made);
    const seen = await runToEnd(jobId, baseId);
    expect(await itemsWith(tableId, shareId)).toEqual([]);
    expect(seen.map(({ state }) => state)).toEqual(["waiting", "running", "running", "done"]);
    expect(seen.map(({ progress }) => progress)).toEqual([
      { done: 0 },
      ...[500, 1000, 1100].map((done) => ({ done, total: 1100 })),
    ]);
    expect(await itemsWith(other.tableId, other.shareId)).toEqual(before);
    const params = { tableId, jobId };
    expect((await call(getTableJob, { as: owner, params })).body).toMatchObject({ state: "done" });
  }, 120_000);

  test("without anything in it takes one piece", async () => {
    const made = await aTable({});
    const { body } = await call(deleteTable, { as: made.owner, params: { ...made } as never });
    const seen = await runToEnd(body.jobId, made.baseId);
    expect(seen.map(({ state }) => state)).toEqual(["waiting", "done"]);
    expect(await itemsWith(made.tableId)).toEqual([]);
  });

  test("is cleared of what was written while it was deleted", async () => {
    const made = await aFullTable(0);
    const { owner: as, baseId, tableId } = made;
    const params = { tableId };
    const writing = Array.from({ length: 8 }, (_, i) =>
      call(createRecords, { as, params, body: { records: [{ fields: { Name: `late ${i}` } }] } }),
    );
    const jobId = await removed(made);
    await Promise.all(writing);
    await runToEnd(jobId, baseId);
    expect(await itemsWith(tableId)).toEqual([]);
  });

  test("is not touched before requests that had begun must have ended", async () => {
    const made = await aFullTable(1);
    const jobId = await removed(made);
    const { dueTime, createdTime } = await jobOf(jobId, made.baseId);
    expect(Date.parse(dueTime) - Date.parse(createdTime)).toBe(60_000);
    const job = await turn(jobId, made.baseId, pieces, () => new Date().toISOString());
    expect(job.version).toBe(1);
    expect(await getItem(tableKey(made.tableId))).toBeDefined();
  });

  test("keeps a share's address that somebody else has taken since", async () => {
    const made = await aFullTable(0);
    const { owner, baseId, spaceId, shareId, tableId } = made;
    const jobId = await removed(made);
    // stopped in the middle: the views are gone, the table is not
    const calls = await disturbed(
      (sent) => (JSON.stringify(sent.input).includes(`"sk":"TABLE"`) && isWrite(sent) ? away() : undefined),
      () => turn(jobId, baseId),
    );
    expect(calls.length).toBeGreaterThan(3);
    const taken = await aTable({ views: [{ type: "grid", shareId }] }, owner, { baseId, spaceId });
    await runToEnd(jobId, baseId);
    expect(await itemsWith(tableId)).toEqual([]);
    expect((await itemsWith(shareId)).map(({ entity }) => entity).sort()).toEqual(["share", "view"]);
    expect(taken.tableId).toBeDefined();
  });
});

/** Somebody says something about a record, and takes it back. */
async function commented({ owner: as, tableId }: Made) {
  const { body } = await call(createRecords, {
    as,
    params: { tableId },
    body: { records: [{ fields: {} }] },
  });
  const params = { tableId, recordId: body.records[0].id };
  const said = await call(createComment, { as, params, body: { content: [] } });
  await call(deleteComment, { as, params: { ...params, commentId: said.body.id } });
  await call(createComment, { as, params, body: { content: [] } });
}

const isWrite = ({ command }: { command: string }) => /Write|Put|Delete/.test(command);
/** As if the function had been killed: nothing after it reaches the store. */
const away = () => storeError("ResourceNotFoundException");

describe("killed at any call of the store, and made due again by the schedule", () => {
  async function prepared() {
    const made = await aFullTable(3);
    await commented(made);
    return { ...made, jobId: await removed(made) };
  }

  test.each(["not sent", "answer lost"] as const)(
    "%s: nothing is left",
    async (fault) => {
      const trial = await prepared();
      const calls = await requestsOf(() => turn(trial.jobId, trial.baseId));
      expect(calls).toBeGreaterThan(6);
      for (const n of pointsOf("clearing a table of four records", calls)) {
        const { jobId, baseId, tableId, shareId } = await prepared();
        await killedAt(n, fault, () => turn(jobId, baseId));
        await restartOverdue(inAnHour());
        await runToEnd(jobId, baseId);
        expect({ n, left: await itemsWith(tableId, shareId) }).toEqual({ n, left: [] });
        expect({ n, ended: hasEnded(await jobOf(jobId, baseId)) }).toEqual({ n, ended: true });
      }
    },
    300_000,
  );
});

describe("heard of twice, or out of order", () => {
  test("a turn that is over is not taken again", async () => {
    const made = await aFullTable(3);
    const jobId = await removed(made);
    const stale = await jobOf(jobId, made.baseId);
    const first = await turn(jobId, made.baseId);
    expect(first.state).toBe("done");
    const calls = await disturbed(
      () => undefined,
      async () => {
        const { pk, sk, version } = stale;
        await takeTurn({ key: { pk, sk }, version }, pieces, () => new Date().toISOString());
      },
    );
    expect(calls.map(({ command }) => command)).toEqual(["GetItem"]);
  });

  test("of many turns of one version at once, one is written, and nothing is left", async () => {
    const made = await aFullTable(60);
    const jobId = await removed(made);
    const jobs = await Promise.all([1, 2, 3, 4].map(() => turn(jobId, made.baseId)));
    expect(jobs.length).toBe(4);
    const seen = await runToEnd(jobId, made.baseId);
    expect(seen.at(-1)).toMatchObject({ state: "done", version: 1 });
    expect(await itemsWith(made.tableId, made.shareId)).toEqual([]);
  });
});
