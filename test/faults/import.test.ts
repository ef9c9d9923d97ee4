/* An import that is killed at any request to the store: no line is lost, none is there twice, and what is told of it is true. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import { restartOverdue } from "#lib/data/jobs/run-job";
import { into } from "#test/functions/csv/support";
import { inAnHour, runToEnd, turn } from "#test/support/events/jobs";
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

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Code", unique: true },
  { type: "singleSelect", name: "Kind" },
];
/** Three batches of a unique field; one line of each is bad, one has a value that is taken. */
const lines = Array.from({ length: 104 }, (_, i) =>
  i % 40 === 7 ? `bad ${i},no number,a` : i % 40 === 9 ? `taken ${i},-1,a` : `line ${i},${i},kind ${i % 3}`,
);
const text = `Name,Code,Kind\n${lines.join("\n")}\n`;
const good = lines.map((line) => line.split(",")[0] ?? "").filter((name) => name.startsWith("line"));

let first: ReturnType<typeof aTable> | undefined;

async function begun() {
  const input = { fields, records: [{ fields: { Name: "there", Code: -1 } }] };
  first ??= aTable(input);
  const { owner, ...place } = await first;
  const made = await aTable(input, owner, place);
  const { body } = await into(made.tableId, made, { text });
  return { ...made, jobId: body.jobId };
}

test.each(["not sent", "answer lost"] as const)(
  "%s: each line is there once, in order",
  async (fault) => {
    const trial = await begun();
    const calls = await requestsOf(() => turn(trial.jobId, trial.baseId));
    expect(calls).toBeGreaterThan(12);
    for (const n of pointsOf(`importing 104 lines, ${fault}`, calls)) {
      const { owner: as, tableId, baseId, jobId } = await begun();
      await killedAt(n, fault, () => turn(jobId, baseId));
      await restartOverdue(inAnHour());
      const last = (await runToEnd(jobId, baseId)).at(-1);
      expect({ n, ...last }).toMatchObject({
        n,
        state: "done",
        result: { records: good.length, badLines: 6 },
      });
      const { body } = await call(listRecords, { as, params: { tableId }, query: { take: "1000" } });
      const names = body.records.map(({ fields }: { fields: { Name: string } }) => fields.Name);
      expect({ n, names }).toEqual({ n, names: ["there", ...good] });
    }
  },
  300_000,
);

test("of two turns of one job at the same time each line is there once", async () => {
  const { owner: as, tableId, baseId, jobId } = await begun();
  await Promise.all([turn(jobId, baseId), turn(jobId, baseId), turn(jobId, baseId)]);
  await runToEnd(jobId, baseId);
  const { body } = await call(listRecords, { as, params: { tableId }, query: { take: "1000" } });
  const names = body.records.map(({ fields }: { fields: { Name: string } }) => fields.Name);
  expect(names).toEqual(["there", ...good]);
});
