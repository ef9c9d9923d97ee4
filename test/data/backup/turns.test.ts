/* Exports and imports that take many turns: their files and bases are those of one turn. */
import { expect, test } from "vitest";
import { handler as exportBase } from "#functions/base/export-base";
import { handler as createComment } from "#functions/comment/create-comment";
import type { ExportAt } from "#lib/data/backup/job-places";
import type { JobId } from "#lib/schemas/basics/ids";
import { exported, fileOf, importStarted, withoutIds } from "#test/support/backups";
import { aSmallBase } from "#test/support/backups-small";
import { settleAll } from "#test/support/events/commits";
import { hasEnded, jobOf, pieces, runToEnd, shortTurns, turn } from "#test/support/events/jobs";
import { actionsOf } from "#test/support/makers/actions";
import { aFile, pixel } from "#test/support/makers/files";
import { aBase, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { disturbed, outdated, type Sent } from "#test/support/store/faults";
import { unzipped } from "#test/support/zips";

const turns = { ...pieces, ...shortTurns };

/** Two tables: one has three pages of records, comments on some, and files. */
async function aLargeBase() {
  const owner = await someone();
  const place = await aBase(owner);
  const fields = [
    { type: "singleLineText", name: "Name" },
    { type: "attachment", name: "Files" },
  ];
  const large = await aTable({ name: "Large", fields, records: [] }, owner, place);
  const { make } = actionsOf(owner);
  const files = await Promise.all([
    aFile(owner, { bytes: pixel, type: "image/png" }),
    aFile(owner, { bytes: Buffer.from("hello") }),
    aFile(owner, { bytes: Buffer.alloc(100_000, "abc") }),
  ]);
  const ids = await make(
    large,
    files.map(({ token }, i) => ({ Name: `with a file ${i}`, Files: [{ token, name: `f${i}` }] })),
  );
  const names = Array.from({ length: 1100 }, (_, i) => ({ Name: `n${i}` }));
  await make(large, names.slice(0, 550));
  await make(large, names.slice(550));
  await settleAll();
  for (const recordId of ids) {
    const content = [{ type: "p", children: [{ type: "span", value: "hello" }] }];
    const params = { tableId: large.tableId, recordId };
    expect((await call(createComment, { as: owner, params, body: { content } })).status).toBe(201);
  }
  await aTable({ name: "Small", fields, records: [{ fields: { Name: "one" } }] }, owner, place);
  return { owner, ...place, large };
}

test("an export in many turns is the file of one turn; what is made meanwhile is not in it", async () => {
  const { owner: as, baseId, large } = await aLargeBase();
  const { make } = actionsOf(as);
  const { bytes } = await exported(as, baseId, { attachments: true });
  const { body } = await call(exportBase, { as, params: { baseId }, body: { attachments: true } });
  const jobId = body.jobId as JobId;
  const seen: { done: number; state: string | undefined }[] = [];
  for (let job = await jobOf(jobId, baseId); !hasEnded(job); job = await turn(jobId, baseId, turns)) {
    const { state, former } = (job.at ?? {}) as unknown as Partial<ExportAt>;
    seen.push({ done: job.progress.done, state });
    if (former !== undefined) expect(former).toBe(seen.at(-2)?.state);
    if (job.progress.done === 500) await make(large, [{ Name: "too late" }]);
  }
  // three pages, comments, the list of files, three files; schema and records of the other table
  expect(seen.length).toBeGreaterThan(10);
  expect(new Set(seen.map(({ done }) => done))).toEqual(new Set([0, 500, 1000, 1103, 1104]));
  expect(await jobOf(jobId, baseId)).toMatchObject({
    ...{ state: "done", counts: { tables: 2, records: 1104, comments: 3, files: 3 } },
  });
  const again = await fileOf(as, baseId, jobId);
  const [once, inTurns] = await Promise.all([bytes, again].map(withoutIds));
  expect(inTurns).toEqual(once);
  expect([...(await unzipped(again)).keys()]).toEqual([...(await unzipped(bytes)).keys()]);
});

test("an import in many turns makes the base of one turn", async () => {
  const { owner: as, baseId, spaceId } = await aLargeBase();
  const { bytes } = await exported(as, baseId, { attachments: true });
  const { body } = await importStarted(as, spaceId, bytes);
  const states = await runToEnd(body.jobId, body.baseId, turns);
  expect(states.length).toBeGreaterThan(15);
  expect(states.at(-1)).toMatchObject({ state: "done", counts: { records: 1104, comments: 3, files: 3 } });
  const again = await exported(as, body.baseId, { attachments: true });
  expect(await withoutIds(again.bytes)).toEqual(await withoutIds(bytes));
});

test("what changes while an import commits is read again: no turn fails for that", async () => {
  const world = await aSmallBase();
  const begun = async () => (await importStarted(world.owner, world.spaceId, world.bytes)).body;
  const isCommit = ({ command }: Sent) => command === "TransactWriteItems";
  const trial = await begun();
  const sent = await disturbed(
    () => undefined,
    () => turn(trial.jobId, trial.baseId),
  );
  const commits = sent.filter(isCommit).length;
  expect(commits).toBeGreaterThan(8);
  // the last one ends the job
  for (let n = 0; n < commits - 1; n++) {
    const { jobId, baseId } = await begun();
    let seen = -1;
    await disturbed(
      (each) => (isCommit(each) && ++seen === n ? outdated() : undefined),
      () => turn(jobId, baseId),
    );
    const { state, failures, error } = await jobOf(jobId, baseId);
    expect({ n, state, failures, error }).toEqual({ n, state: "done", failures: 0, error: undefined });
  }
  const { jobId, baseId } = trial;
  expect(await jobOf(jobId, baseId)).toMatchObject({ state: "done" });
  const again = await exported(world.owner, baseId, { attachments: true });
  expect(await withoutIds(again.bytes)).toEqual(world.plain);
});
