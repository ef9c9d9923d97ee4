import type { SQSEvent } from "aws-lambda";
import { afterEach, describe, expect, test, vi } from "vitest";
import { handler } from "#functions/job/run-job";
import { startChange } from "#lib/data/jobs/jobs";
import type { Pieces } from "#lib/data/jobs/run-job";
import { AppError } from "#lib/schemas/basics/error";
import {
  type BaseId,
  type JobId,
  newBaseId,
  newSpaceId,
  newTableId,
  type UserId,
} from "#lib/schemas/basics/ids";
import { msPerMinute, timeAfter } from "#lib/schemas/basics/time-units";
import { commit } from "#lib/store/commit";
import { aJob, inAnHour, jobOf, turn } from "#test/support/events/jobs";
import { disturbed } from "#test/support/store/faults";

afterEach(() => void vi.restoreAllMocks());
const logged = () => vi.spyOn(console, "error").mockImplementation(() => {});

const aPlace = () => ({ baseId: newBaseId(), spaceId: newSpaceId(), tableId: newTableId() });
const eventOf = (body: object) => ({ Records: [{ messageId: "m", body: JSON.stringify(body) }] }) as SQSEvent;
const changeOf = ({ pk, sk, version }: { pk: string; sk: string; version: number }) => ({
  kind: "created",
  entity: "job",
  key: { pk, sk },
  version,
});
const doing = (clearTable: Pieces["clearTable"]): Pieces => ({
  clearTable,
  clearBase: clearTable,
  clearSpace: clearTable,
  clearFields: clearTable,
  clearTrash: clearTable,
  clearComments: clearTable,
  clearOrder: clearTable,
  readNotifications: clearTable,
  sortRows: clearTable,
  updateWhere: clearTable,
  deleteWhere: clearTable,
  importRecords: clearTable,
  followLinks: clearTable,
  textOfLinks: clearTable,
  clearLinks: clearTable,
  changeLinks: clearTable,
  makeIndex: clearTable,
  dropIndex: clearTable,
  sweepIndexes: clearTable,
  exportBase: clearTable,
  importBase: clearTable,
  duplicateBase: clearTable,
  duplicateField: clearTable,
  duplicateTable: clearTable,
  moveBases: clearTable,
});

test("does a piece of the job in the event", async () => {
  const place = aPlace();
  const jobId = await aJob(place);
  const event = eventOf(changeOf(await jobOf(jobId, place.baseId)));
  expect(await handler(event)).toEqual({ batchItemFailures: [] });
  expect((await jobOf(jobId, place.baseId)).state).toBe("done");
  // the same event again
  expect(await handler(event)).toEqual({ batchItemFailures: [] });
});

test("ignores an event of an unknown job", async () => {
  const change = changeOf({ pk: "JOBS#0", sk: "jobNone", version: 1 });
  expect(await handler(eventOf(change))).toEqual({ batchItemFailures: [] });
});

test("fails, to be called again, if the store is unavailable", async () => {
  logged();
  const place = aPlace();
  const jobId = await aJob(place);
  const event = eventOf(changeOf(await jobOf(jobId, place.baseId)));
  await disturbed(
    () => "not sent",
    () => expect(handler(event)).rejects.toThrow(),
  );
  expect((await jobOf(jobId, place.baseId)).version).toBe(1);
});

test("a job that does not know where to go on has failed at once, and says why", async () => {
  logged();
  const place = aPlace();
  const now = new Date().toISOString();
  const userId = "usr0000000000000000" as UserId;
  const beginning = { userId, now, dueTime: now, at: { number: "many", left: true } };
  const { jobId, change } = startChange("clearTable", place, beginning);
  await commit([change]);
  const job = await turn(jobId, place.baseId);
  expect(job).toMatchObject({ state: "failed", failures: 0 });
  expect(job.error).toContain(
    "It does not know where to go on: number: must be a number, not a string; is unknown; known here: number",
  );
});

test("one that is given up without a place leaves the rest of what it made as it is", async () => {
  logged();
  const place = aPlace();
  const now = new Date().toISOString();
  const userId = "usr0000000000000000" as UserId;
  const { jobId, change } = startChange("duplicateField", place, { userId, now, dueTime: now });
  await commit([change]);
  const job = await turn(jobId, place.baseId);
  expect(job.state).toBe("failed");
  expect(job.error).toMatch(/It does not know where to go on: from: /);
});

describe("turns that do not come back", () => {
  const inMinutes = (n: number) => () => timeAfter(inAnHour(), n * msPerMinute);
  /** A turn that is cut off: the process ended while it ran. */
  const cutOff = (jobId: JobId, baseId: BaseId, now: () => string): Promise<void> => {
    const held = Promise.withResolvers<void>();
    const pieces = doing(async () => {
      held.resolve();
      return new Promise(() => {});
    });
    void turn(jobId, baseId, pieces, now);
    return held.promise;
  };
  const done = doing(async () => ({ progress: { done: 1 } }));

  test("three in a row: the job has failed with the reason, and is not begun a fourth time", async () => {
    logged();
    const place = aPlace();
    const jobId = await aJob(place);
    for (let i = 0; i < 3; i++) await cutOff(jobId, place.baseId, inMinutes(i));
    let calls = 0;
    const counted = doing(async () => {
      calls++;
      return { progress: { done: 1 } };
    });
    expect(await turn(jobId, place.baseId, counted, inMinutes(3))).toMatchObject({
      state: "failed",
      error: expect.stringContaining("3 turns in a row did not come back"),
    });
    expect(calls).toBe(0);
  });

  test("two in a row, and twice: the job goes on", async () => {
    logged();
    const place = aPlace();
    const jobId = await aJob(place);
    const onward = doing(async () => ({ progress: { done: 1 }, at: { n: 1 } }));
    for (let i = 0; i < 2; i++) {
      for (let k = 0; k < 2; k++) await cutOff(jobId, place.baseId, inMinutes(3 * i + k));
      expect((await turn(jobId, place.baseId, onward, inMinutes(3 * i + 2))).state).toBe("running");
    }
    expect((await turn(jobId, place.baseId, done, inMinutes(9))).state).toBe("done");
  });

  test("twins that begin within ten seconds are one turn: the job goes on", async () => {
    const place = aPlace();
    const jobId = await aJob(place);
    for (let i = 0; i < 5; i++) await cutOff(jobId, place.baseId, inMinutes(0));
    expect((await turn(jobId, place.baseId, done, inMinutes(1))).state).toBe("done");
  });
});

describe("a piece that fails", () => {
  test("is tried eight times at growing intervals; then the job has failed with a reason", async () => {
    const errors = logged();
    const place = aPlace();
    const jobId = await aJob(place);
    const pieces = doing(async () => {
      throw new AppError("conflict", "Somebody is in the way");
    });
    const waits: number[] = [];
    for (let failures = 1; failures < 8; failures++) {
      const now = new Date(Date.now() + failures * 86_400_000).toISOString();
      const job = await turn(jobId, place.baseId, pieces, () => now);
      expect(job).toMatchObject({ state: "waiting", failures });
      waits.push((Date.parse(job.dueTime) - Date.parse(now)) / 1000);
    }
    expect(waits).toEqual([10, 30, 90, 270, 810, 2430, 7290]);
    const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString();
    const { state, error, expiresAt } = await turn(jobId, place.baseId, pieces, () => inAYear);
    expect({ state, error, expiresAt }).toEqual({
      state: "failed",
      error: `Given up at ${inAYear}. 8 attempts failed: Somebody is in the way`,
      expiresAt: undefined,
    });
    expect(errors).toHaveBeenCalledWith(
      expect.objectContaining({ job: jobId, failed: "8 attempts failed: Somebody is in the way" }),
    );
  });

  test("shows only the job's id for a bug", async () => {
    logged();
    const place = aPlace();
    const jobId = await aJob(place);
    const pieces = doing(async () => {
      throw new Error("secret");
    });
    let job = await jobOf(jobId, place.baseId);
    for (let day = 1; job.state !== "failed"; day++)
      job = await turn(jobId, place.baseId, pieces, () =>
        new Date(Date.now() + day * 86_400_000).toISOString(),
      );
    expect(job.error).toContain(`report it with the job's id ${jobId}`);
    expect(job.error).not.toContain("secret");
  });

  test("counts from zero again after a successful piece", async () => {
    logged();
    const place = aPlace();
    const jobId = await aJob(place);
    let calls = 0;
    const pieces = doing(async () => {
      if (++calls % 2 === 1) throw new Error("now and then");
      return { progress: { done: calls, total: 10 }, ...(calls < 10 && { at: { calls } }) };
    });
    const seen = [await jobOf(jobId, place.baseId)];
    for (let day = 1; seen.at(-1)?.state !== "done"; day++)
      seen.push(
        await turn(jobId, place.baseId, pieces, () => new Date(Date.now() + day * 86_400_000).toISOString()),
      );
    expect(Math.max(...seen.map(({ failures }) => failures))).toBe(1);
    const done = seen.map(({ progress }) => progress.done);
    expect(done).toEqual([0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10]);
  });
});

test("an early turn waits for the schedule", async () => {
  const place = aPlace();
  const jobId = await aJob(place);
  const aMinuteAgo = () => new Date(Date.now() - 60_000).toISOString();
  const pieces = doing(async () => {
    throw new Error("too early");
  });
  expect((await turn(jobId, place.baseId, pieces, aMinuteAgo)).version).toBe(1);
});
