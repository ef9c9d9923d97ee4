/*
 * Records move from value to value while they are looked up; requests to the store get lost or come late, and processes die at any request,
 * also in the middle of a commit. Each answer has every record that matched from its beginning to its end, and none that never did.
 *
 * GRIDLESS_INDEX_RUNS sets the number of runs.
 */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as declareIndex } from "#functions/index/declare-index";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { readSchema } from "#lib/data/schema/table-schema";
import { addToNumber } from "#lib/store/store";
import { settleAll } from "#test/support/events/commits";
import { runToEnd } from "#test/support/events/jobs";
import { type Accident, process } from "#test/support/events/processes";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { chance, random } from "#test/support/run/chance";
import type { Sent } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

const runs = Number(globalThis.process.env["GRIDLESS_INDEX_RUNS"] ?? 1);
const secondsEach = 8;
const writers = 6;
const pick = <Of>(list: readonly Of[]): Of => list[random(list.length)] as Of;

/** Records of the first kind always have one of these values, those of the second never. */
const sought = [10, 20, 30, 40];
const others = [5, 15, 25, 35, 45];
const choices = [...sought, ...others, 50].map((count) => ({ name: `w${count}` }));
/** More than one step reads, so that pages of one range are read one after the other. */
const each = 80;

function atRandom({ command }: Sent): Accident | undefined {
  if (chance() > 0.02) return undefined;
  const isWrite = /Put|Update|Delete|Write/.test(command);
  return pick<Accident>(["not sent", "answer lost", "late", ...(isWrite ? killing : [])]);
}
const killing = ["killed before", "killed after"] as const;

/** The answers of the store come in any order. */
const slowly = async ({ command }: Sent): Promise<undefined> => {
  if (command === "Query")
    await new Promise((resolve) => setTimeout(resolve, random(3) === 0 ? random(20) : 0));
};

async function aWorld() {
  const fields = [
    { type: "number", name: "Count" },
    { type: "singleLineText", name: "Word" },
    { type: "multipleSelect", name: "Tags", options: { choices } },
    { type: "singleLineText", name: "Note" },
  ];
  const { owner: as, tableId, baseId, table } = await aTable({ fields });
  const params = { tableId };
  await addToNumber(counterKey(tableId), recordsWithoutIndex);
  for (const { id } of table.fields.slice(0, 3))
    await call(declareIndex, { as, params: { ...params, fieldId: id } });
  const make = async (count: () => number) => {
    const records = Array.from({ length: each }, () => ({ fields: cellsOf(count()) }));
    const { status, body } = await call(createRecords, { as, params, body: { records } });
    expect(status).toBe(201);
    return body.records.map(({ id }: { id: string }) => id) as string[];
  };
  const steady = await make(() => pick(sought));
  const never = await make(() => pick(others));
  const roaming = await make(() => pick([...sought, ...others]));
  for (const { jobId } of (await readSchema(tableId)).indexes) await runToEnd(jobId, baseId);
  await settleAll();
  return { as, params, steady, never, roaming };
}
type World = Awaited<ReturnType<typeof aWorld>>;

const nameOf = (count: number) => `w${count}`;
/** Records of all kinds have the choice of 50 now and then. */
const cellsOf = (count: number) => ({
  ...{ Count: count, Word: nameOf(count) },
  Tags: random(2) ? [nameOf(count)] : [nameOf(50), nameOf(count)],
});

async function write({ as, params, steady, never, roaming }: World): Promise<void> {
  const next = () =>
    pick([
      () => ({ id: pick(steady), fields: cellsOf(pick(sought)) }),
      () => ({ id: pick(steady), fields: cellsOf(pick(sought)) }),
      () => ({ id: pick(never), fields: cellsOf(pick(others)) }),
      () => ({ id: pick(roaming), fields: cellsOf(pick([...sought, ...others])) }),
    ])();
  const { id, fields } = next();
  if (random(4) > 0) {
    await call(updateRecord, { as, params: { ...params, recordId: id }, body: { record: { fields } } });
    return;
  }
  const many = new Map(Array.from({ length: pick([3, 30]) }, next).map((record) => [record.id, record]));
  await call(updateRecords, { as, params, body: { records: [...many.values()] } });
}

const oneOf = (fieldId: string, values: readonly (string | number)[]) => ({
  conjunction: "or",
  filterSet: values.map((value) => ({ fieldId, operator: "is", value })),
});
const between = (conditions: [operator: string, value: number][]) => ({
  conjunction: "and",
  filterSet: conditions.map(([operator, value]) => ({ fieldId: "Count", operator, value })),
});

const words = sought.map(nameOf);
const asked = [
  { filter: oneOf("Count", sought), isExact: true },
  { filter: oneOf("Word", words), isExact: true },
  {
    filter: { conjunction: "and", filterSet: [{ fieldId: "Tags", operator: "hasAnyOf", value: words }] },
    isExact: true,
  },
  // one range, in pages
  {
    filter: between([
      ["isGreaterEqual", 10],
      ["isLessEqual", 40],
    ]),
    isExact: false,
  },
];

let lookedUp = 0;

async function look({ as, params, steady, never }: World): Promise<void> {
  const { filter, isExact } = pick(asked);
  const query = { filter: JSON.stringify(filter) };
  if (random(4) === 0) {
    const { status, body } = await call(countRecords, { as, params, query });
    if (status === 200) expect(body.rowCount).toBeGreaterThanOrEqual(steady.length);
    return;
  }
  const by = pick(["Note", "Count", "Word"]);
  const isSorted = random(3) === 0;
  const orderBy = JSON.stringify([{ fieldId: by, order: "asc" }]);
  const { status, headers, body } = await call(listRecords, {
    ...{ as, params },
    query: { ...query, take: "1000", ...(isSorted && { orderBy }) },
  });
  if (status !== 200) return;
  if (String(headers["x-gridless-plan"]).startsWith("index=")) lookedUp++;
  const found = body.records.map(({ id }: { id: string }) => id) as string[];
  expect(new Set(found).size).toBe(found.length);
  // a page in the order of the index is no look-up: a record that moves in this order may be left out
  const isInIndex = isSorted && by !== "Note";
  if (!isInIndex) expect(steady.filter((id) => !found.includes(id))).toEqual([]);
  if (isExact) expect(never.filter((id) => found.includes(id))).toEqual([]);
}

test(`${runs} runs: no miss and no ghost`, { timeout: runs * 60_000 }, async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let looks = 0;
  for (let run = 0; run < runs; run++) {
    const world = await aWorld();
    const end = Date.now() + secondsEach * 1000;
    await Promise.all([
      ...Array.from({ length: writers }, async () => {
        while (Date.now() < end) await process(atRandom, () => write(world));
      }),
      ...[atRandom, slowly, slowly].map(async (accidentOf) => {
        while (Date.now() < end) await process(accidentOf, () => look(world)).then(() => looks++);
      }),
    ]);
  }
  console.log(`${runs} runs: ${looks} answers, ${lookedUp} of them from an index`);
  expect(lookedUp).toBeGreaterThan(0);
});
