import { beforeAll, expect, test, vi } from "vitest";
import { handler } from "#functions/job/restart-jobs";
import { restartOverdue } from "#lib/data/jobs/run-job";
import { newBaseId, newSpaceId } from "#lib/schemas/basics/ids";
import { aJob, jobOf } from "#test/support/events/jobs";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

const aPlace = () => ({ baseId: newBaseId(), spaceId: newSpaceId() });
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test("a job that is not overdue is left alone", async () => {
  const place = aPlace();
  const jobId = await aJob(place);
  await handler();
  expect((await jobOf(jobId, place.baseId)).version).toBe(1);
});

test("one that should have gone on two minutes ago is made due again, and that is an event", async () => {
  const place = aPlace();
  const jobId = await aJob(place);
  const before = await jobOf(jobId, place.baseId);
  const now = minutesFromNow(3);
  await restartOverdue(now);
  expect(await jobOf(jobId, place.baseId)).toEqual({
    ...before,
    version: 2,
    restarts: 1,
    dueTime: now,
    lastModifiedTime: now,
  });
});

test("after a day of that it has failed, and is not made due any more", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const place = aPlace();
  const jobId = await aJob(place);
  let job = await jobOf(jobId, place.baseId);
  for (let i = 1; job.state === "waiting" && i < 300; i++) {
    await restartOverdue(minutesFromNow(5 * i));
    job = await jobOf(jobId, place.baseId);
  }
  expect(job).toMatchObject({ state: "failed", restarts: 288 });
  expect(job.error).toContain("288 times");
  await restartOverdue(minutesFromNow(100_000));
  expect(await jobOf(jobId, place.baseId)).toEqual(job);
}, 60_000);
