/* An export, and the import of a base, killed at any request to the store: each ends with the same, and before its end nothing is seen. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as duplicateBase } from "#functions/base/duplicate-base";
import { handler as exportBase } from "#functions/base/export-base";
import { handler as getBase } from "#functions/base/get-base";
import { restartOverdue } from "#lib/data/jobs/run-job";
import { followOverdue } from "#lib/data/links/left-notes";
import { exported, importStarted, withoutIds } from "#test/support/backups";
import { inAnHour, runToEnd, turn } from "#test/support/events/jobs";
import { aLink } from "#test/support/makers/links";
import { aBase, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { pointsOf } from "#test/support/run/points";
import { killedAt, requestsOf } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

async function made() {
  const owner = await someone();
  const place = await aBase(owner);
  const records = [{ fields: { Title: "x" } }, { fields: { Title: "y" } }];
  const there = await aTable(
    { name: "There", fields: [{ type: "singleLineText", name: "Title" }], records },
    owner,
    place,
  );
  const fields = [
    { type: "singleLineText", name: "Name", unique: true },
    { name: "Links", ...aLink(there) },
  ];
  const links = there.table.records.map(({ id }: { id: string }) => ({ id }));
  const own = {
    records: [{ fields: { Name: "a", Links: links } }, { fields: { Name: "b", Links: links.toReversed() } }],
  };
  await aTable({ name: "Here", fields, ...own }, owner, place);
  const { bytes } = await exported(owner, place.baseId);
  return { owner, ...place, bytes, plain: await withoutIds(bytes) };
}
let once: ReturnType<typeof made> | undefined;

test.each(["not sent", "answer lost"] as const)(
  "%s: an import ends with everything, and before its end the base is not there",
  async (fault) => {
    once ??= made();
    const { owner: as, spaceId, bytes, plain } = await once;
    const begun = async () => (await importStarted(as, spaceId, bytes)).body;
    const trial = await begun();
    const calls = await requestsOf(() => turn(trial.jobId, trial.baseId));
    expect(calls).toBeGreaterThan(12);
    for (const n of pointsOf(`importing a base, ${fault}`, calls)) {
      const { baseId, jobId } = await begun();
      await killedAt(n, fault, () => turn(jobId, baseId));
      const { status } = await call(getBase, { as, params: { baseId } });
      if (status === 200) expect(n).toBeGreaterThan(calls - 3);
      await restartOverdue(inAnHour());
      const last = (await runToEnd(jobId, baseId)).at(-1);
      expect({ n, state: last?.state, error: last?.error }).toEqual({ n, state: "done", error: undefined });
      // links of a commit that was cut off are copied by the schedule
      await followOverdue(inAnHour());
      const again = await exported(as, baseId);
      expect({ n, ...(await withoutIds(again.bytes)) }).toEqual({ n, ...plain });
    }
  },
  300_000,
);

test.each(["not sent", "answer lost"] as const)(
  "%s: an export ends with the same file",
  async (fault) => {
    once ??= made();
    const { owner: as, baseId } = await once;
    const begun = async () => (await call(exportBase, { as, params: { baseId }, body: {} })).body.jobId;
    const trial = await begun();
    const calls = await requestsOf(() => turn(trial, baseId));
    for (const n of pointsOf(`exporting a base, ${fault}`, calls)) {
      const jobId = await begun();
      await killedAt(n, fault, () => turn(jobId, baseId));
      await restartOverdue(inAnHour());
      const last = (await runToEnd(jobId, baseId)).at(-1);
      expect({ n, ...last }).toMatchObject({ n, state: "done", counts: { tables: 2, records: 4 } });
    }
  },
  120_000,
);

test.each(["not sent", "answer lost"] as const)(
  "%s: a copy ends with everything, and before its end it is not there",
  async (fault) => {
    once ??= made();
    const { owner: as, baseId: fromBaseId, spaceId, plain } = await once;
    const begun = async () =>
      (await call(duplicateBase, { as, body: { fromBaseId, spaceId, withRecords: true } })).body;
    const trial = await begun();
    const exporting = await requestsOf(() => turn(trial.jobId, trial.id));
    const importing = await requestsOf(() => turn(trial.jobId, trial.id));
    for (const [turns, calls] of [exporting, importing].entries())
      for (const n of pointsOf(`copying a base, turn ${turns + 1}, ${fault}`, calls)) {
        const { id, jobId } = await begun();
        for (let i = 0; i < turns; i++) await turn(jobId, id);
        await killedAt(n, fault, () => turn(jobId, id));
        await restartOverdue(inAnHour());
        const last = (await runToEnd(jobId, id)).at(-1);
        expect({ n, state: last?.state, error: last?.error }).toEqual({ n, state: "done", error: undefined });
        await followOverdue(inAnHour());
        const { "manifest.json": _, ...copy } = await withoutIds((await exported(as, id)).bytes);
        const { "manifest.json": __, ...original } = plain;
        expect({ n, ...copy }).toEqual({ n, ...original });
      }
  },
  300_000,
);
