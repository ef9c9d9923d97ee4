import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as createBase } from "#functions/base/create-base";
import { handler as getBase } from "#functions/base/get-base";
import { handler as getSpace } from "#functions/space/get-space";
import { clearDue } from "#lib/data/cleanup/clear-due";
import * as jobs from "#lib/data/jobs/jobs";
import { takeTurn } from "#lib/data/jobs/run-job";
import { find as findSpace } from "#lib/data/spaces/spaces";
import { trashSpace as moveSpace } from "#lib/data/trash/trash-space";
import type { SpaceId } from "#lib/schemas/basics/ids";
import { bringBack, trashBase, trashedPlaces, trashSpace } from "#test/functions/trash/support";
import { inAnHour, itemsWith, pieces } from "#test/support/events/jobs";
import { aBase, aTable, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { pointsOf } from "#test/support/run/points";
import { disturbed, killedAt } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

const openJobs = async (spaceId: string) => (await jobs.listOpen()).filter((job) => job.spaceId === spaceId);

/** Runs all jobs of a space to the end. */
async function work(spaceId: string, now = inAnHour): Promise<void> {
  for (let open = await openJobs(spaceId); open.length > 0; open = await openJobs(spaceId))
    for (const { pk, sk, version } of open) await takeTurn({ key: { pk, sk }, version }, pieces, now);
}

/** A space with three bases, the last of them in the trash. */
async function aSpaceOfThree() {
  const made = await aTable({ records: [{ fields: {} }] });
  const { owner: as, spaceId, baseId } = made;
  const make = async (name: string) => (await call(createBase, { as, body: { spaceId, name } })).body.id;
  const [second, third] = [await make("Second"), await make("Third")] as [string, string];
  await trashBase({ as }, third);
  return { ...made, as, live: [baseId as string, second], trashed: third };
}
type Made = Awaited<ReturnType<typeof aSpaceOfThree>>;

const statusOf = async (as: Someone, baseId: string) =>
  (await call(getBase, { as, params: { baseId } })).status;
const isThere = async ({ as, spaceId }: Made) =>
  (await call(getSpace, { as, params: { spaceId } })).status === 200;

/** Either everything is where it was, or the space and all its bases are in the trash. */
async function expectWhole(made: Made): Promise<boolean> {
  const { as, spaceId, live, trashed } = made;
  await work(spaceId);
  const there = await isThere(made);
  for (const id of live) expect(await statusOf(as, id)).toBe(there ? 200 : 404);
  expect(await statusOf(as, trashed)).toBe(404);
  const listed = (await trashedPlaces({ as }, there ? "base" : "space")).items;
  expect(listed.map(({ resourceId }: { resourceId: string }) => resourceId)).toEqual([
    there ? trashed : spaceId,
  ]);
  return there;
}

test.each(["not sent", "answer lost"] as const)(
  "a space that is moved to the trash and back, killed at any store call (%s): the rest follows",
  async (fault) => {
    const trial = await aSpaceOfThree();
    const calls = await disturbed(
      () => undefined,
      () =>
        moveSpace({ id: trial.spaceId } as never, { userId: trial.as.userId, now: new Date().toISOString() }),
    );
    for (const n of pointsOf("deleting a space", calls.length)) {
      const made = await aSpaceOfThree();
      await killedAt(n, fault, () => trashSpace(made, made.spaceId));
      if (await expectWhole(made)) await trashSpace(made, made.spaceId);
      expect(await expectWhole(made)).toBe(false);
    }
    const { id } = (await trashedPlaces(trial, "space")).items[0];
    const back = await disturbed(
      () => undefined,
      () => bringBack(id, trial),
    );
    for (const n of pointsOf("restoring a space", back.length)) {
      const made = await aSpaceOfThree();
      const trashId = await trashSpace(made, made.spaceId);
      await killedAt(n, fault, () => bringBack(trashId, made));
      await expectWhole(made);
      expect((await bringBack(trashId, made)).status).toBe(201);
      expect(await expectWhole(made)).toBe(true);
    }
  },
  300_000,
);

test.each(["not sent", "answer lost"] as const)(
  "a base that is moved to the trash and back, killed at any store call (%s): all or nothing",
  async (fault) => {
    const owner = await someone();
    const trial = await aBase(owner);
    let known = "";
    const away = await disturbed(
      () => undefined,
      async () => {
        known = await trashBase({ as: owner }, trial.baseId);
      },
    );
    const back = await disturbed(
      () => undefined,
      () => bringBack(known, { as: owner }),
    );
    for (const n of pointsOf("deleting a base", away.length)) {
      const { baseId } = await aBase(owner);
      await killedAt(n, fault, () => trashBase({ as: owner }, baseId));
      const isListed = (await trashedPlaces({ as: owner }, "base")).items.some(
        ({ resourceId }: { resourceId: string }) => resourceId === baseId,
      );
      expect(await statusOf(owner, baseId)).toBe(isListed ? 404 : 200);
    }
    for (const n of pointsOf("restoring a base", back.length)) {
      const { baseId } = await aBase(owner);
      const trashId = await trashBase({ as: owner }, baseId);
      await killedAt(n, fault, () => bringBack(trashId, { as: owner }));
      expect((await bringBack(trashId, { as: owner })).status).toBe(201);
      expect(await statusOf(owner, baseId)).toBe(200);
    }
  },
  300_000,
);

test("deleting and restoring a space at the same time: its bases are where it is", async () => {
  for (let i = 0; i < 5; i++) {
    const made = await aSpaceOfThree();
    const trashId = await trashSpace(made, made.spaceId);
    await Promise.all([bringBack(trashId, made), trashSpace(made, made.spaceId), bringBack(trashId, made)]);
    await expectWhole(made);
  }
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test("after thirty days, and not before, spaces and bases are cleared; nothing is left", async () => {
  const made = await aSpaceOfThree();
  const other = await aSpaceOfThree();
  const { spaceId, live, trashed, tableId } = made;
  await trashSpace(made, spaceId);
  await work(spaceId);
  await clearDue(inDays(29.9));
  expect(await openJobs(spaceId)).toEqual([]);
  await Promise.all([1, 2].map(() => clearDue(inDays(30.1))));
  for (const each of [made, other]) await work(each.spaceId, () => inDays(31));
  const left = await itemsWith(spaceId, ...live, trashed, tableId);
  expect(left.map(({ entity }) => entity)).toEqual([]);
  // of the other space only the base that was in the trash
  expect(await findSpace(other.spaceId as SpaceId)).toBeDefined();
  for (const id of other.live) expect(await statusOf(other.as, id)).toBe(200);
  expect((await itemsWith(other.trashed)).map(({ entity }) => entity)).toEqual([]);
});

test("a restored base or space is not due", async () => {
  const made = await aSpaceOfThree();
  const [first] = made.live as [string];
  const base = await trashBase(made, first);
  const back = await trashSpace(made, made.spaceId);
  for (const id of [back, base]) expect((await bringBack(id, made)).status).toBe(201);
  await work(made.spaceId);
  await clearDue(inDays(30.1));
  const kinds = (await openJobs(made.spaceId)).map(({ kind, baseId }) => [kind, baseId]);
  expect(kinds).toEqual([["clearBase", made.trashed]]);
});
