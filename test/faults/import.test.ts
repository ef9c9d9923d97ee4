/* An import that is killed at any request to the store: no line is lost or imported twice, and the result is correct. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import { restartOverdue } from "#lib/data/jobs/run-job";
import { into } from "#test/functions/csv/support";
import { inAnHour, runToEnd, turn } from "#test/support/events/jobs";
import { aFile } from "#test/support/makers/files";
import { aTable, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { pointsOf } from "#test/support/run/points";
import { killedAt, requestsOf } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";
import { aWorkbook, rowsOf, workbookType } from "#test/support/workbooks";

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
/** Three batches with a unique field; in each, one line is invalid and one has a taken value. */
const lines = Array.from({ length: 104 }, (_, i) =>
  i % 40 === 7 ? `bad ${i},no number,a` : i % 40 === 9 ? `taken ${i},-1,a` : `line ${i},${i},kind ${i % 3}`,
);
const text = `Name,Code,Kind\n${lines.join("\n")}\n`;
const good = lines.map((line) => line.split(",")[0] ?? "").filter((name) => name.startsWith("line"));

let first: ReturnType<typeof aTable> | undefined;

type Source = "lines of CSV" | "rows of a sheet";
const rows = [["Name", "Code", "Kind"], ...lines.map((line) => line.split(","))];

/** The file of a new import. */
async function fileOf(source: Source, owner: Someone): Promise<object> {
  if (source === "lines of CSV") return { text };
  const bytes = await aWorkbook({ sheets: [{ name: "Sheet", xml: rowsOf(rows) }] });
  return { token: (await aFile(owner, { bytes, type: workbookType })).token };
}

async function begun(source: Source = "lines of CSV") {
  const input = { fields, records: [{ fields: { Name: "there", Code: -1 } }] };
  first ??= aTable(input);
  const { owner, ...place } = await first;
  const made = await aTable(input, owner, place);
  const { body } = await into(made.tableId, made, await fileOf(source, owner));
  return { ...made, jobId: body.jobId };
}

test.each([
  ["lines of CSV", "not sent"],
  ["lines of CSV", "answer lost"],
  ["rows of a sheet", "not sent"],
  ["rows of a sheet", "answer lost"],
] as const)(
  "%s, %s: each is imported once, in order",
  async (source, fault) => {
    const trial = await begun(source);
    const calls = await requestsOf(() => turn(trial.jobId, trial.baseId));
    expect(calls).toBeGreaterThan(12);
    for (const n of pointsOf(`importing 104 ${source}, ${fault}`, calls)) {
      const { owner: as, tableId, baseId, jobId } = await begun(source);
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

test("concurrent turns of one job import each line once", async () => {
  const { owner: as, tableId, baseId, jobId } = await begun();
  await Promise.all([turn(jobId, baseId), turn(jobId, baseId), turn(jobId, baseId)]);
  await runToEnd(jobId, baseId);
  const { body } = await call(listRecords, { as, params: { tableId }, query: { take: "1000" } });
  const names = body.records.map(({ fields }: { fields: { Name: string } }) => fields.Name);
  expect(names).toEqual(["there", ...good]);
});
