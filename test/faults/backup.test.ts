/*
 * An export, an import and a copy of a base, killed at any request to the store, in turns that are as short as turns can be: each ends
 * with the same, or leaves nothing, and before its end nothing is seen.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as exportBase } from "#functions/base/export-base";
import { handler as getBase } from "#functions/base/get-base";
import type { DuplicateAt, ImportAt } from "#lib/data/backup/job-places";
import { restartOverdue } from "#lib/data/jobs/run-job";
import { followOverdue } from "#lib/data/links/left-notes";
import { remove } from "#lib/files/storage";
import type { BaseId, JobId, SpaceId } from "#lib/schemas/basics/ids";
import { type FileToken, publicPart } from "#lib/schemas/records/file-token";
import { exported, fileOf, importStarted, withoutIds } from "#test/support/backups";
import { expectNothingLeft, newIdsOf } from "#test/support/backups-left";
import { aSmallBase, type SmallBase } from "#test/support/backups-small";
import { beginDuplicate } from "#test/support/begin-duplicate";
import { settleAll } from "#test/support/events/commits";
import {
  endings,
  hasEnded,
  inAnHour,
  jobOf,
  pieces,
  runToEnd,
  shortTurns,
  turn,
} from "#test/support/events/jobs";
import { aBase } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { pointsOf } from "#test/support/run/points";
import { killedAt, requestsOf } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

const turns = { ...pieces, ...shortTurns };
/** Of so many requests one is tried: each trial is long. */
const most = 20;
const faults = ["not sent", "answer lost"] as const;
const kinds = faults.flatMap((fault) => (["import", "copy"] as const).map((kind) => [fault, kind] as const));

let once: Promise<SmallBase> | undefined;
const aWorld = async () => {
  once ??= aSmallBase();
  return once;
};

interface Begun {
  baseId: BaseId;
  jobId: JobId;
}
/** A space has room for some bases only. */
let space: { spaceId: SpaceId; bases: number } | undefined;
async function aSpace(owner: SmallBase["owner"]): Promise<SpaceId> {
  if (!space || space.bases >= 50) space = { ...(await aBase(owner)), bases: 0 };
  space.bases++;
  return space.spaceId;
}

const begin = {
  async import({ owner, bytes }: SmallBase): Promise<Begun> {
    return (await importStarted(owner, await aSpace(owner), bytes)).body;
  },
  async copy({ owner: as, baseId: fromBaseId }: SmallBase): Promise<Begun> {
    const spaceId = await aSpace(as);
    const { id, jobId } = await beginDuplicate(as.userId, fromBaseId, spaceId);
    return { baseId: id, jobId };
  },
};

/** All turns of a job; `n` is the request at which its process is killed. */
const allTurns = ({ jobId, baseId }: Begun) => runToEnd(jobId, baseId, turns);
/** One turn that is as long as turns usually are. */
const longTurn = ({ jobId, baseId }: Begun) => turn(jobId, baseId);

/** What is left of a process that was killed is found by the schedules. */
async function recover() {
  await restartOverdue(inAnHour(), endings);
  await settleAll();
  await followOverdue(inAnHour());
}

/** What the file says without ids; a copy has another name, and no comments. */
const sameOf = (kind: "import" | "copy", plain: Record<string, unknown>) => {
  const isOwn = (name: string) => name === "manifest.json" || name.endsWith("comments.jsonl");
  return kind === "import"
    ? plain
    : Object.fromEntries(Object.entries(plain).filter(([name]) => !isOwn(name)));
};

test.each(kinds)(
  "%s: %s: it ends with everything, and before its end the base is not there",
  async (...of) => {
    const [fault, kind] = of;
    const world = await aWorld();
    const { owner: as, plain } = world;
    for (const work of [allTurns, longTurn]) {
      const trial = await begin[kind](world);
      const calls = await requestsOf(() => work(trial));
      expect(calls).toBeGreaterThan(12);
      for (const n of pointsOf(
        `${kind} of a base, ${work === longTurn ? "one turn" : "all"}, ${fault}`,
        calls,
        most,
      )) {
        const begun = await begin[kind](world);
        const { baseId, jobId } = begun;
        await killedAt(n, fault, () => work(begun));
        const { status } = await call(getBase, { as, params: { baseId } });
        expect({ n, isThere: status === 200 }).toEqual({ n, isThere: hasEnded(await jobOf(jobId, baseId)) });
        await recover();
        const last = (await allTurns(begun)).at(-1);
        expect({ n, state: last?.state, error: last?.error }).toEqual({ n, state: "done", error: undefined });
        // links of a commit that was cut off are copied by the schedule
        await followOverdue(inAnHour());
        const again = await exported(as, baseId, { attachments: true });
        const file = sameOf(kind, await withoutIds(again.bytes));
        expect({ n, ...file }).toEqual({ n, ...sameOf(kind, plain) });
      }
    }
  },
  900_000,
);

test.each(faults)(
  "%s: an export ends with the same file",
  async (fault) => {
    const { owner: as, baseId, plain } = await aWorld();
    const body = { attachments: true };
    const begun = async (): Promise<Begun> => ({
      ...{ baseId, jobId: (await call(exportBase, { as, params: { baseId }, body })).body.jobId },
    });
    for (const work of [allTurns, longTurn]) {
      const trial = await begun();
      const calls = await requestsOf(() => work(trial));
      for (const n of pointsOf(
        `export of a base, ${work === longTurn ? "one turn" : "all"}, ${fault}`,
        calls,
        most,
      )) {
        const job = await begun();
        await killedAt(n, fault, () => work(job));
        await recover();
        expect({ n, ...(await allTurns(job)).at(-1) }).toMatchObject({ n, state: "done" });
        const bytes = await fileOf(as, baseId, job.jobId);
        expect({ n, ...(await withoutIds(bytes)) }).toEqual({ n, ...plain });
      }
    }
  },
  900_000,
);

test.each(kinds)(
  "%s: %s: what cannot go on leaves nothing",
  async (fault, kind) => {
    const world = await aWorld();
    const cut = async (n: number, work: (begun: Begun) => Promise<unknown>, before?: typeof work) => {
      const begun = await begin[kind](world);
      const { baseId, jobId } = begun;
      await before?.(begun);
      await killedAt(n, fault, () => work(begun));
      await recover();
      const job = await jobOf(jobId, baseId);
      if (job.state === "done") return;
      const { from } = (job.at ?? {}) as { from?: BaseId };
      const importing = from ? (job.at as unknown as DuplicateAt).importing : (job.at as unknown as ImportAt);
      if (importing) await remove(publicPart(importing.token as FileToken));
      // while it exports, only its rights can end it: they are those of data/backup/endings.test.ts
      if (!importing && !hasEnded(job)) return;
      const last = (await allTurns(begun)).at(-1);
      expect({ n, state: last?.state, error: last?.error }).toMatchObject({ n, state: "failed" });
      await followOverdue(inAnHour());
      await expectNothingLeft(baseId, importing && (await newIdsOf(world.bytes, importing.seed)));
    };
    const trial = await begin[kind](world);
    const calls = await requestsOf(() => allTurns(trial));
    for (const n of pointsOf(`${kind} of a base that cannot go on, ${fault}`, calls, most))
      await cut(n, allTurns);
    // the turn that finds out
    const withoutFile = async (begun: Begun) => {
      for (let step = ""; step !== "links"; ) {
        const { at } = await turn(begun.jobId, begun.baseId, turns);
        const importing =
          kind === "copy" ? (at as unknown as DuplicateAt).importing : (at as unknown as ImportAt);
        step = importing?.step ?? "";
        if (step === "links") await remove(publicPart(importing?.token as FileToken));
      }
    };
    for (const n of pointsOf(`the end of it, ${kind}, ${fault}`, 8)) await cut(n, longTurn, withoutFile);
  },
  900_000,
);
