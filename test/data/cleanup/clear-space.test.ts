import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as getBase } from "#functions/base/get-base";
import { handler as deleteSpace } from "#functions/space/delete-space";
import { handler as deleteSpacePermanently } from "#functions/space/delete-space-permanently";
import { handler as getSpace } from "#functions/space/get-space";
import { handler as inviteToSpace } from "#functions/space/invite-to-space";
import type { JobItem } from "#lib/data/jobs/jobs";
import * as jobs from "#lib/data/jobs/jobs";
import { takeTurn } from "#lib/data/jobs/run-job";
import * as bases from "#lib/data/spaces/bases";
import { bringBack } from "#test/functions/trash/support";
import { fill, itemsWith, pieces } from "#test/support/events/jobs";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { areAllTried, pointsOf } from "#test/support/run/points";
import { disturbed, storeError } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

/** A space with two bases, one with a table, three members, an invitation. */
async function aFullSpace() {
  const owner = await someone();
  const { spaceId, baseId } = await aBase(owner);
  const { tableId } = await aTable({ records: [{ fields: {} }] }, owner, { spaceId, baseId });
  const { id: second } = await bases.create({ spaceId, name: "B" }, owner.userId, new Date().toISOString());
  const members = [owner, await aMember(spaceId, "editor"), await aMember(baseId, "viewer")];
  const body = { emails: [`${spaceId}@test.local`], role: "viewer" };
  await call(inviteToSpace, { as: owner, params: { spaceId }, body });
  return { owner, spaceId, baseIds: [baseId, second], members, texts: [spaceId, baseId, second, tableId] };
}
type Made = Awaited<ReturnType<typeof aFullSpace>>;
const remove = ({ owner: as, spaceId }: Made) => call(deleteSpacePermanently, { as, params: { spaceId } });

/** What is left of it, except mails and the invitations by address. */
const left = async ({ texts }: Made) =>
  (await itemsWith(...texts)).filter(({ entity }) => !/^(mail|invitations)$/.test(entity));

const openJobs = async ({ spaceId }: Made) =>
  (await jobs.listOpen()).filter((job) => job.spaceId === spaceId);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Runs all its jobs to the end, in order. */
async function work(made: Made): Promise<void> {
  for (let open = await openJobs(made); open.length > 0; open = await openJobs(made))
    for (const job of open) await oneTurn(job);
}
const oneTurn = ({ pk, sk, version }: JobItem) => takeTurn({ key: { pk, sk }, version }, pieces, inAnHour);

test("a deleted space is removed with bases, members and invitations; others are unchanged", async () => {
  const made = await aFullSpace();
  const other = await aFullSpace();
  const before = await left(other);
  expect((await remove(made)).status).toBe(200);
  expect(await openJobs(made)).toHaveLength(3);
  await work(made);
  expect(await left(made)).toEqual([]);
  expect(await left(other)).toEqual(before);
}, 60_000);

test("a space in the trash is removed with its bases, also those deleted before; nothing of its trash is left", async () => {
  const made = await aFullSpace();
  const { owner: as, spaceId, baseIds } = made;
  const [first, second] = baseIds as [string, string];
  const deleted = await call(deleteBase, { as, params: { baseId: first } });
  const restored = await call(deleteBase, { as, params: { baseId: second } });
  expect((await bringBack(restored.body.trashId, { as })).status).toBe(201);
  expect(deleted.status).toBe(200);
  await call(deleteSpace, { as, params: { spaceId } });
  await work(made);
  expect((await remove(made)).status).toBe(200);
  await work(made);
  expect(await left(made)).toEqual([]);
});

test("whichever store call fails, the space is unchanged, or is deleted and cleared completely", async () => {
  const trial = await aFullSpace();
  const sent = await disturbed(
    () => undefined,
    () => remove(trial),
  );
  const kinds = new Set<string>();
  for (const fault of ["answer lost", "not sent", storeError("ValidationException")] as const)
    for (const n of pointsOf("deleting a space", sent.length)) {
      const made = await aFullSpace();
      const dead = storeError("ValidationException");
      // from the fault on all calls fail: the function was killed
      await disturbed(
        (_, index) => (index === n ? fault : index > n ? dead : undefined),
        () => remove(made),
      );
      const there = (await call(getSpace, { as: made.owner, params: { spaceId: made.spaceId } })).status;
      expect([200, 404]).toContain(there);
      kinds.add(`${there}`);
      if (there === 200) {
        for (const baseId of made.baseIds)
          expect((await call(getBase, { as: made.owner, params: { baseId } })).status).toBe(200);
        expect((await remove(made)).status).toBe(200);
      }
      await work(made);
      expect({ n, left: await left(made) }).toEqual({ n, left: [] });
    }
  if (areAllTried) expect(kinds).toEqual(new Set(["200", "404"]));
}, 300_000);

test("a large space is cleared piece by piece, and progress never decreases", async () => {
  const made = await aFullSpace();
  const pk = `SPACE#${made.spaceId}`;
  await fill(150, (i) => ({
    pk,
    sk: `BASE#bse${i}`,
    entity: "baseCopy",
    id: `bse${i}`,
    spaceId: made.spaceId,
  }));
  await fill(2100, (i) => ({ pk, sk: `MEMBER#usr${i}`, entity: "member", userId: `usr${i}` }));
  await fill(2100, (i) => ({ pk: `USER#usr${i}`, sk: pk, entity: "memberEntry" }));
  await fill(1100, (i) => ({ pk, sk: `INVITE#inv${i}`, entity: "invitation" }));
  // killed before it came to the bases
  const dead = storeError("ValidationException");
  let isRemoved = false;
  await disturbed(
    ({ command }) => {
      if (isRemoved) return dead;
      isRemoved = command.startsWith("TransactWrite");
      return undefined;
    },
    () => remove(made),
  );
  const done: number[] = [];
  for (let job = await clearing(made); job; job = await clearing(made)) {
    done.push(job.progress.done);
    await oneTurn(job);
  }
  expect(done.length).toBeGreaterThan(5);
  expect(done).toEqual([...done].sort((a, b) => a - b));
  await work(made);
  expect(await left(made)).toEqual([]);
}, 60_000);

const clearing = async (made: Made) => (await openJobs(made)).find(({ kind }) => kind === "clearSpace");

test("a job killed at any store call still finishes later", async () => {
  const trial = await aFullSpace();
  await remove(trial);
  const clear = async (made: Made) => {
    const job = await clearing(made);
    if (job) await oneTurn(job);
  };
  const { length } = await disturbed(
    () => undefined,
    () => clear(trial),
  );
  for (const n of pointsOf("clearing a space", length)) {
    const made = await aFullSpace();
    await remove(made);
    const dead = storeError("ValidationException");
    await disturbed(
      (_, index) => (index === n ? "answer lost" : index > n ? dead : undefined),
      () => clear(made),
    ).catch(() => {});
    await work(made);
    expect({ n, left: await left(made) }).toEqual({ n, left: [] });
  }
}, 300_000);
