/* Changes and deletions by a filter, killed at any request to the store: at once and by a job. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { restartOverdue } from "#lib/data/jobs/run-job";
import { recordParts } from "#lib/data/records/record-keys";
import type { JobId } from "#lib/schemas/basics/ids";
import { type Answered, field } from "#test/functions/record/support/records";
import { aTableToFilter, only } from "#test/functions/record/support/where";
import { settleAll } from "#test/support/events/commits";
import { inAnHour, itemsWith, jobsOf, runToEnd, turn } from "#test/support/events/jobs";
import { pointsOf } from "#test/support/run/points";
import { killedAt, requestsOf } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";
import { accidents, everyRequest } from "./support.ts";

beforeAll(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterAll(() => vi.restoreAllMocks());

const fields = [field("No", "number"), field("Code", "number", { unique: true })];
const headers = { "idempotency-key": "one" };
const patient = { timeout: 600_000 };

/** A table with records, of which all but ten are below 5000. */
async function filled(count: number) {
  const table = await aTableToFilter({ fields, records: [] });
  for (let from = 0; from < count; from += 1000) {
    const some = Array.from({ length: Math.min(1000, count - from) }, (_, i) => from + i);
    await table.create(some.map((Code) => ({ No: Code < 10 ? 5000 : Code, Code })));
  }
  await settleAll();
  return table;
}

const below = only("No", "isLess", 5000);
const isChanged = ({ fields: { No } }: Answered) => No === 6000;

test.each(accidents)(
  "changing at once, %s: all or nothing, and a retry does not do it twice",
  patient,
  async (accident) => {
    const prepare = async () => {
      const table = await filled(210);
      const send = () => table.updateWhere({ filter: below, fields: { No: 6000 } }, { headers });
      return { ...table, send, look: async () => (await table.records()).filter(isChanged).length };
    };
    await everyRequest(
      accident,
      { name: "changing 200 records by a filter", success: 200, all: 200 },
      prepare,
      {
        check() {},
        checkAgain(again, itemsOf) {
          expect(again.body).toMatchObject({ matched: 200, updated: 200 });
          expect(
            itemsOf("record")
              .map(({ version }) => version)
              .sort(),
          ).toEqual([...Array(10).fill(1), ...Array(200).fill(2)]);
        },
      },
    );
  },
);

test.each(accidents)(
  "starting a job, %s: there is one, or none, and a retry names the same",
  patient,
  async (accident) => {
    const prepare = async () => {
      const table = await filled(1011);
      const send = () => table.deleteWhere({ filter: below }, { headers });
      return { ...table, send, look: async () => (await jobsOf(table.tableId)).length };
    };
    await everyRequest(
      accident,
      { name: "starting a deletion of 1,001 records", success: 202, all: 1 },
      prepare,
      {
        check() {},
        async checkAgain(again, itemsOf, table) {
          expect(again.body).toEqual({ matched: 1001, jobId: (await jobsOf(table.tableId))[0] });
          expect(["where", "whereState", "whereRecords"].map((entity) => itemsOf(entity).length)).toEqual([
            1, 1, 2,
          ]);
        },
      },
    );
  },
);

test.each([
  ["updateWhere", "not sent"],
  ["updateWhere", "answer lost"],
  ["deleteWhere", "not sent"],
  ["deleteWhere", "answer lost"],
] as const)("the job %s, %s: each record is written once", patient, async (kind, fault) => {
  await useOwnStore();
  const begun = async () => {
    const table = await filled(1111);
    const { body } = await (kind === "updateWhere"
      ? table.updateWhere({ filter: below, fields: { No: 6000 } }, { headers })
      : table.deleteWhere({ filter: below }, { headers }));
    return { ...table, jobId: body.jobId as JobId };
  };
  const trial = await begun();
  const calls = await requestsOf(() => turn(trial.jobId, trial.baseId));
  expect(calls).toBeGreaterThan(20);
  for (const n of pointsOf(`${kind} of 1,101 records, ${fault}`, calls, 25)) {
    const { records, jobId, baseId, tableId, undo } = await begun();
    await killedAt(n, fault, () => turn(jobId, baseId));
    await restartOverdue(inAnHour());
    const last = (await runToEnd(jobId, baseId)).at(-1);
    const did = kind === "updateWhere" ? "updated" : "deleted";
    expect({ n, ...last }).toMatchObject({
      n,
      state: "done",
      counts: { matched: 1101, [did]: 1101, left: 0 },
    });
    await settleAll();
    const left = await records();
    expect(left.filter(isChanged)).toHaveLength(kind === "updateWhere" ? 1101 : 0);
    expect(left.filter((each) => !isChanged(each))).toHaveLength(10);
    const items = (await itemsWith(tableId)).filter(({ pk }) => pk.startsWith(recordParts));
    // written once each
    expect(items.every((item) => item.version <= 2)).toBe(true);
    expect((await itemsWith(`WHERE#${jobId}`)).filter(({ pk }) => pk === `WHERE#${jobId}`)).toEqual([]);
    if (kind === "updateWhere") expect((await undo("one")).body).toEqual({ status: "fulfilled" });
  }
});
