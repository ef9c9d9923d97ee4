import { expect, test } from "vitest";
import { listOpen } from "#lib/data/jobs/jobs";
import { takeTurn } from "#lib/data/jobs/run-job";
import { readNotifications } from "#lib/data/notifications/mark-notifications";
import { pieces } from "#test/support/events/jobs";
import { aBase, someone } from "#test/support/makers/makers";
import { told } from "#test/support/makers/notifications";
import { nextMillisecond } from "#test/support/run/next-millisecond";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed } from "#test/support/store/faults";
import { inboxOf } from "./support.ts";

async function aReader(count: number) {
  const owner = await someone();
  const place = await aBase(owner);
  await told(owner.userId, count, place);
  return { owner, place, ...inboxOf(owner) };
}

const jobOf = async (userId: string) =>
  (await listOpen()).find(({ kind, createdBy }) => kind === "readNotifications" && createdBy === userId);

/** Runs turn after turn, as the stream would. */
async function worked(userId: string): Promise<number> {
  inProcessOnly("the stack does the job itself");
  let turns = 0;
  for (let job = await jobOf(userId); job; job = await jobOf(userId)) {
    const { pk, sk, version } = job;
    await takeTurn({ key: { pk, sk }, version }, pieces, () => new Date().toISOString());
    turns++;
  }
  return turns;
}

test.each([0, 1, 48, 49])("200: all of %i are read before the answer", async (count) => {
  const reader = await aReader(count);
  const others = await aReader(1);
  expect(await reader.readAll({ headers: { "idempotency-key": "one" } })).toMatchObject({
    status: 200,
    body: "",
  });
  expect(await reader.count()).toBe(0);
  expect(await reader.all("read")).toHaveLength(count);
  expect(await others.count()).toBe(1);
});

test.each([50, 600])("200: %i are read a moment later; new ones meanwhile stay unread", async (count) => {
  const { owner, place, readAll, count: counted, all } = await aReader(count);
  expect((await readAll()).status).toBe(200);
  // in a later millisecond than the call
  await nextMillisecond();
  const [later] = await told(owner.userId, 1, place, await nextMillisecond());
  expect(await worked(owner.userId)).toBe(count > 490 ? 2 : 1);
  expect(await counted()).toBe(1);
  expect(await all()).toMatchObject([{ id: later }]);
  expect(await all("read")).toHaveLength(count);
});

test("a piece of the job interrupted at any store call is finished by the next", async () => {
  inProcessOnly("the stack does the job itself");
  const { owner, readAll, count, all } = await aReader(120);
  await readAll();
  const job = await jobOf(owner.userId);
  if (!job) throw new Error("there is no job");
  for (let n = 0; n < 4; n++)
    await disturbed(
      (_, index) =>
        index >= n ? Object.assign(new Error("away"), { name: "ValidationException" }) : undefined,
      () => readNotifications(job).catch(() => {}),
    );
  expect(await worked(owner.userId)).toBe(1);
  expect(await count()).toBe(0);
  expect(await all("read")).toHaveLength(120);
});
