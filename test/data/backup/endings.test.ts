/* How exports, imports and copies of bases end that cannot go on: nothing of them is left. */
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { handler as exportBase } from "#functions/base/export-base";
import { handler as getBase } from "#functions/base/get-base";
import { handler as getBaseExport } from "#functions/base/get-base-export";
import { handler as removeFromBase } from "#functions/base/remove-base-collaborator";
import { handler as getBaseJob } from "#functions/job/get-base-job";
import type { DuplicateAt, ExportAt, ImportAt } from "#lib/data/backup/job-places";
import * as jobs from "#lib/data/jobs/jobs";
import { restartOverdue } from "#lib/data/jobs/run-job";
import { fileKeyAt } from "#lib/data/records/attachments";
import { remove } from "#lib/files/storage";
import type { BaseId, JobId } from "#lib/schemas/basics/ids";
import { type FileToken, publicPart } from "#lib/schemas/records/file-token";
import { getItem } from "#lib/store/store";
import { exported, importStarted } from "#test/support/backups";
import { expectNothingLeft, newIdsOf } from "#test/support/backups-left";
import { beginDuplicate } from "#test/support/begin-duplicate";
import { endings, jobOf, pieces, runToEnd, shortTurns, turn } from "#test/support/events/jobs";
import { actionsOf, aLinkNamed } from "#test/support/makers/actions";
import { aFile, pixel } from "#test/support/makers/files";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { useOwnStore } from "#test/support/store/own-store";

afterEach(() => void vi.restoreAllMocks());
beforeAll(useOwnStore);
const inADay = () => new Date(Date.now() + 86_400_000).toISOString();
const turns = { ...pieces, ...shortTurns };

/** Two tables with links, a unique field and a file; their export. */
async function aWorld() {
  const owner = await someone();
  const place = await aBase(owner);
  const text = { type: "singleLineText", name: "Name" };
  const records = [{ fields: { Name: "x" } }, { fields: { Name: "y" } }];
  const there = await aTable({ name: "There", fields: [text], records }, owner, place);
  const fields = [
    { ...text, unique: true },
    aLinkNamed("Link", there),
    { type: "attachment", name: "Files" },
  ];
  const here = await aTable({ name: "Here", fields, records: [] }, owner, place);
  const { token } = await aFile(owner, { bytes: pixel, type: "image/png" });
  const links = there.table.records.map(({ id }: { id: string }) => ({ id }));
  await actionsOf(owner).make(here, [{ Name: "a", Link: links, Files: [{ token, name: "dot.png" }] }]);
  const { bytes } = await exported(owner, place.baseId, { attachments: true });
  return { owner, ...place, bytes };
}

const begun = {
  async import({ owner, spaceId, bytes }: Awaited<ReturnType<typeof aWorld>>) {
    return (await importStarted(owner, spaceId, bytes)).body as { baseId: BaseId; jobId: JobId };
  },
  async copy({ owner, spaceId, baseId: fromBaseId }: Awaited<ReturnType<typeof aWorld>>, by = owner) {
    const { id, jobId } = await beginDuplicate(by.userId, fromBaseId, spaceId);
    return { baseId: id, jobId };
  },
};

type Begun = Awaited<ReturnType<typeof begun.copy>>;

/** Of the import that a job does. */
const importing = ({ at }: jobs.JobItem) =>
  ("importing" in (at ?? {}) ? (at as unknown as DuplicateAt).importing : at) as unknown as
    | ImportAt
    | undefined;

async function turnsUntil(step: ImportAt["step"], jobId: JobId, baseId: BaseId): Promise<jobs.JobItem> {
  for (let job = await jobOf(jobId, baseId); ; job = await turn(jobId, baseId, turns))
    if (importing(job)?.step === step) return job;
}

test.each(["import", "copy"] as const)(
  "%s: a job that makes no progress for a day leaves nothing",
  async (kind) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const world = await aWorld();
    const { baseId, jobId } = await begun[kind](world);
    const job = await turnsUntil("links", jobId, baseId);
    const { seed, token } = importing(job) as ImportAt;
    await jobs.write(job, { restarts: 288 }, job.lastModifiedTime);
    await restartOverdue(inADay(), endings);
    const { body } = await call(getBaseJob, { as: world.owner, params: { baseId, jobId } });
    expect(body).toMatchObject({ state: "failed", error: expect.stringContaining("288 times") });
    if (kind === "copy") expect(await getItem(fileKeyAt(publicPart(token as FileToken)))).toBeUndefined();
    await expectNothingLeft(baseId, await newIdsOf(world.bytes, seed));
  },
);

test.each(["import", "copy"] as const)("%s: a job that fails eight times leaves nothing", async (kind) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const world = await aWorld();
  const { baseId, jobId } = await begun[kind](world);
  const { seed } = importing(await turnsUntil("comments", jobId, baseId)) as ImportAt;
  const fail = () => Promise.reject(new Error("down"));
  const failing = { ...pieces, importBase: fail, duplicateBase: fail };
  const last = (await runToEnd(jobId, baseId, failing)).at(-1);
  expect(last).toMatchObject({ state: "failed", error: expect.stringContaining("8 attempts failed") });
  expect((await call(getBase, { as: world.owner, params: { baseId } })).status).toBe(404);
  await expectNothingLeft(baseId, await newIdsOf(world.bytes, seed));
});

test("a copy that is complete keeps no file of its own", async () => {
  const world = await aWorld();
  const { baseId, jobId } = await begun.copy(world);
  const states = await runToEnd(jobId, baseId, turns);
  expect(states.at(-1)).toMatchObject({ state: "done", counts: { tables: 2, records: 3, files: 1 } });
  const files = states.flatMap(({ at }) => {
    const { exporting, importing } = (at ?? {}) as Partial<DuplicateAt>;
    return [exporting?.part, exporting?.state, importing?.token].filter((part) => part !== undefined);
  });
  expect(new Set(files).size).toBeGreaterThan(3);
  for (const part of files) expect(await getItem(fileKeyAt(part))).toBeUndefined();
});

test.each(["import", "copy"] as const)("%s: without its file it fails and says so", async (kind) => {
  const world = await aWorld();
  const { baseId, jobId } = await begun[kind](world);
  const { seed, token } = importing(await turnsUntil("links", jobId, baseId)) as ImportAt;
  await remove(publicPart(token as FileToken));
  expect((await runToEnd(jobId, baseId)).at(-1)).toMatchObject({
    ...{ state: "failed", error: "the file is gone: it was removed before all of it was read" },
  });
  await expectNothingLeft(baseId, await newIdsOf(world.bytes, seed));
});

test("an export whose state is gone fails and says so", async () => {
  const { owner: as, baseId } = await aWorld();
  const { body } = await call(exportBase, { as, params: { baseId }, body: {} });
  const { at } = await turn(body.jobId, baseId, turns);
  const { part, state } = at as unknown as Required<ExportAt>;
  await remove(state);
  const last = (await runToEnd(body.jobId, baseId, turns)).at(-1);
  expect(last).toMatchObject({
    ...{ state: "failed", error: "What was exported so far was removed; export the base again" },
  });
  for (const each of [part, state]) expect(await getItem(fileKeyAt(each))).toBeUndefined();
});

test("rights on the base are needed until the end: the caller who loses them gets neither file nor copy", async () => {
  const world = await aWorld();
  const { owner, baseId: from } = world;
  for (const turnsBefore of [0, 1, 2]) {
    const member = await aMember(from, "creator");
    const own = await aBase(member);
    const params = { baseId: from };
    const { body } = await call(exportBase, { as: member, params, body: {} });
    const copies = [0, 1].map(() => begun.copy({ ...world, spaceId: own.spaceId }, member));
    const [early, late] = (await Promise.all(copies)) as [Begun, Begun];
    for (let i = 0; i < turnsBefore; i++) {
      await turn(body.jobId, from, turns);
      await turn(early.jobId, early.baseId, turns);
    }
    const { seed } = importing(await turnsUntil("links", late.jobId, late.baseId)) as ImportAt;
    const removed = await call(removeFromBase, { as: owner, params, query: { userId: member.userId } });
    expect(removed.status).toBe(200);
    const error = "The person who began it may no longer export the base";
    expect((await runToEnd(body.jobId, from)).at(-1)).toMatchObject({ state: "failed", error });
    for (const each of [early, late]) {
      expect((await runToEnd(each.jobId, each.baseId)).at(-1)).toMatchObject({ state: "failed", error });
      expect((await call(getBase, { as: member, params: { baseId: each.baseId } })).status).toBe(404);
      await expectNothingLeft(each.baseId, each === late ? await newIdsOf(world.bytes, seed) : []);
    }
    const got = await call(getBaseExport, { as: member, params: { ...params, jobId: body.jobId } });
    expect(got.status).toBe(404);
  }
});
