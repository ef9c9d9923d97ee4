/* Jobs that copy a field or a table, killed at any request to the store: each ends with everything, and before its end a table is not seen. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as listTables } from "#functions/table/list-tables";
import { restartOverdue } from "#lib/data/jobs/run-job";
import { followOverdue } from "#lib/data/links/left-notes";
import { endOf, fieldCopy, tableCopy } from "#test/support/copies";
import { settleAll } from "#test/support/events/commits";
import { inAnHour, itemsWith, runJobsOf, turn } from "#test/support/events/jobs";
import { actionsOf, aLinkNamed } from "#test/support/makers/actions";
import { disagreements } from "#test/support/makers/links";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { pointsOf } from "#test/support/run/points";
import { killedAt, requestsOf } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

const text = { type: "singleLineText", name: "Name" };

/** A table with a unique field, and links to another one. */
async function aWorld() {
  const records = Array.from({ length: 6 }, (_, i) => ({ fields: { Name: `t${i}` } }));
  const there = await aTable({ name: "There", fields: [text], records });
  const own = Array.from({ length: 120 }, (_, i) => ({ fields: { Name: `n${i}` } }));
  const made = await aTable(
    { name: "Here", fields: [{ ...text, unique: true }], records: own },
    there.owner,
    there,
  );
  const { add, update } = actionsOf(made.owner);
  const link = await add(made, aLinkNamed("Link", there));
  const targets = there.table.records.map(({ id }: { id: string }) => ({ id }));
  for (const [i, { id }] of made.table.records.slice(0, 5).entries())
    await update(made, id, { Link: targets.slice(0, i + 1).toReversed() });
  await settleAll();
  return { there, made, link };
}
const faults = ["not sent", "answer lost"] as const;

/** What is left of a turn that was killed is found by the schedules. */
async function recover() {
  await restartOverdue(inAnHour());
  await settleAll();
  await followOverdue(inAnHour());
}

test.each(faults.flatMap((fault) => (["Name", "Link"] as const).map((name) => [fault, name] as const)))(
  "%s: the copy of the field %s ends with all cells",
  async (fault, name) => {
    const { made, there, link } = await aWorld();
    const { owner: as, tableId, baseId } = made;
    const id = name === "Name" ? made.table.fields[0].id : link.id;
    const { list } = actionsOf(as);
    const trial = await fieldCopy(made, id);
    const calls = await requestsOf(() => turn(trial.jobId, baseId));
    expect(calls).toBeGreaterThan(12);
    for (const n of pointsOf(`copying the field ${name}, ${fault}`, calls)) {
      const copy = await fieldCopy(made, id, `Copy ${n}`);
      await killedAt(n, fault, () => turn(copy.jobId, baseId));
      await recover();
      const { state, error } = await endOf(copy, made);
      expect({ n, state, error }).toEqual({ n, state: "done", error: undefined });
      const cells = await list(made, { take: "1000" });
      expect({ n, cells: cells.map((each) => each[copy.name]) }).toEqual({
        n,
        cells: cells.map((each) => each[name]),
      });
      const fields = (await call(listFields, { as, params: { tableId } })).body;
      expect(fields.find((field: { id: string }) => field.id === copy.id)).not.toHaveProperty("isPending");
    }
    expect(await disagreements(made.tableId, there.tableId)).toEqual([]);
  },
  300_000,
);

test.each(faults)(
  "%s: the copy of a table ends with all records, and before its end it is not there",
  async (fault) => {
    const { made, there } = await aWorld();
    const { owner: as, baseId } = made;
    const { list } = actionsOf(as);
    const trial = await tableCopy(made, "Trial");
    const calls = await requestsOf(() => turn(trial.jobId, baseId));
    const copies = [trial];
    for (const n of pointsOf(`copying a table, ${fault}`, calls)) {
      const copy = await tableCopy(made, `Copy ${n}`);
      copies.push(copy);
      await killedAt(n, fault, () => turn(copy.jobId, baseId));
      const tables = (await call(listTables, { as, params: { baseId } })).body;
      const isThere = tables.some(({ id }: { id: string }) => id === copy.id);
      const whole = await list(made, { take: "1000" });
      // the commit that shows the table is among the last requests
      if (isThere) expect({ n, cells: await list(copy, { take: "1000" }) }).toEqual({ n, cells: whole });
      await recover();
      const { state, error } = await endOf(copy, made);
      expect({ n, state, error }).toEqual({ n, state: "done", error: undefined });
      await runJobsOf(made, there, { tableId: copy.id, baseId });
      expect({ n, cells: await list(copy, { take: "1000" }) }).toEqual({ n, cells: whole });
    }
    const ids = [made.tableId, there.tableId, ...copies.map(({ tableId }) => tableId)];
    expect(await disagreements(...ids)).toEqual([]);
  },
  300_000,
);

test.each(faults)(
  "%s: a copy that cannot go on leaves nothing",
  async (fault) => {
    vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
    const { made, there } = await aWorld();
    const { owner: as, baseId, tableId } = made;
    const { add, convert } = actionsOf(as);
    const begun = async () => {
      const field = await add(made, { type: "number", name: "N" });
      const copies = [await tableCopy(made), await fieldCopy(made, field.id)];
      await convert(made, field.id, { type: "longText" });
      return copies;
    };
    const trial = await begun();
    const known = [made, there, ...trial.map(({ id }) => ({ tableId: id, baseId }))];
    const calls: number[] = [];
    for (const { jobId } of trial) calls.push(await requestsOf(() => turn(jobId, baseId)));
    await runJobsOf(...known);
    for (const n of pointsOf(`copies that cannot go on, ${fault}`, Math.max(...calls))) {
      const copies = await begun();
      for (const { jobId } of copies) await killedAt(n, fault, () => turn(jobId, baseId));
      await recover();
      for (const copy of copies) {
        const { state, error } = await endOf(copy, made);
        expect({ n, state, error }).toMatchObject({
          n,
          state: "failed",
          error: expect.stringContaining("converted"),
        });
      }
      await runJobsOf(made, there, ...copies.map(({ id }) => ({ tableId: id, baseId })));
      for (const { id, jobId } of copies) {
        const left = await itemsWith(`COPY#${jobId}`, id);
        // the id of a deleted field is never used again
        const entities = left.map(({ entity }) => entity).filter((entity) => entity !== "bygoneField");
        expect({ n, entities }).toEqual({ n, entities: [] });
      }
    }
    expect(await disagreements(tableId, there.tableId)).toEqual([]);
  },
  300_000,
);
