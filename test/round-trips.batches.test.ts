/*
 * What calls with many records cost at the store. Up to 100 changes are one transaction. More are a staged commit, which writes all
 * changes twice except the 99 that go with its decision: before the answer, and when it is finished. If a cost rises, the test fails; if
 * it falls, write the new number here.
 *
 * Budgets: a transaction takes 2 WCU per KB of a record, rounded up, and 2 for each guard of a unique value that is created or deleted;
 * a staged commit takes 4 and 4. Each staged commit also writes its own items, and one chunk for each 99 changes.
 */
import { beforeAll, expect, test } from "vitest";
import { aSheet, field } from "#test/functions/record/support/records";
import { settleAll } from "#test/support/events/commits";
import { costOf, withRightUnits } from "#test/support/requests/round-trips";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

const fields = [
  field("Name", "singleLineText"),
  field("Notes", "longText"),
  field("Key", "singleLineText", { unique: true }),
  ...["A", "B", "C", "D", "E"].map((name) => field(name, "number")),
];

interface Kind {
  records: number;
  /** The size of a stored record in KB, rounded up. */
  kilobytes: 1 | 2;
  unique?: true;
}

/** Creates records, changes two cells of each (one of them unique, if there is one), and deletes them. */
async function cost({ records, kilobytes, unique }: Kind): Promise<string[]> {
  withRightUnits();
  const { create, updateMany, removeMany } = await aSheet({ fields });
  const long = "x".repeat(kilobytes * 1024 - 700);
  const cells = Array.from({ length: records }, (_, i) => ({
    Name: `r${i}`,
    Notes: long,
    A: i,
    B: 2,
    C: 3,
    D: 4,
    E: 5,
    ...(unique && { Key: `k${i}` }),
  }));
  const { body: made } = await create(cells.slice(0, 1));
  await removeMany([made.records[0].id]);
  await settleAll();

  let ids: string[] = [];
  const idsOf = (shown: { id: string }[]) => shown.map(({ id }) => id);
  const edited = (id: string, i: number) => ({ id, fields: { A: -1 - i, ...(unique && { Key: `n${i}` }) } });
  const calls = [
    async () => {
      ids = idsOf((await create(cells)).body.records);
    },
    () => updateMany(ids.map(edited)),
    () => removeMany(ids),
  ];
  const shown: string[] = [];
  for (const work of calls) {
    const { requests, read, written } = await costOf(work);
    const settling = await costOf(settleAll);
    // as the scheduled job does it, which first reads four shards
    const after = `; then ${settling.requests - 4} requests, ${settling.read} read, ${settling.written} written`;
    shown.push(`${requests} requests, ${read} read, ${written} written${settling.written > 0 ? after : ""}`);
  }
  return shown;
}

/** For creating, changing, deleting: with the entry of the trash, 100 deletes are 101 changes. */
const costs: Record<string, [Kind, string[]]> = {
  "100 records of 1 KB": [
    { records: 100, kilobytes: 1 },
    [
      "5 requests, 5 read, 201 written",
      "5 requests, 105 read, 200 written",
      "7 requests, 105 read, 214 written; then 4 requests, 7 read, 14 written",
    ],
  ],
  "100 records of 2 KB": [
    { records: 100, kilobytes: 2 },
    [
      "5 requests, 5 read, 401 written",
      "5 requests, 105 read, 400 written",
      "7 requests, 105 read, 414 written; then 4 requests, 7 read, 16 written",
    ],
  ],
  // a changed value deletes one guard and creates another: 150 changes
  "50 records with a unique value": [
    { records: 50, kilobytes: 1, unique: true },
    [
      "5 requests, 5 read, 201 written",
      "7 requests, 55 read, 318 written; then 4 requests, 8 read, 118 written",
      "7 requests, 55 read, 212 written; then 4 requests, 7 read, 12 written",
    ],
  ],
  "1000 records of 1 KB": [
    { records: 1000, kilobytes: 1 },
    [
      "16 requests, 5 read, 2063 written; then 13 requests, 16 read, 1862 written",
      "25 requests, 1005 read, 2062 written; then 23 requests, 917 read, 1862 written",
      "25 requests, 1005 read, 2106 written; then 13 requests, 16 read, 1906 written",
    ],
  ],
  "1000 records of 2 KB": [
    { records: 1000, kilobytes: 2 },
    [
      "16 requests, 5 read, 4063 written; then 13 requests, 16 read, 3664 written",
      "25 requests, 1005 read, 4062 written; then 23 requests, 917 read, 3664 written",
      "25 requests, 1005 read, 4106 written; then 13 requests, 16 read, 3708 written",
    ],
  ],
  "1000 records with a unique value": [
    { records: 1000, kilobytes: 1, unique: true },
    [
      "26 requests, 5 read, 4267 written; then 23 requests, 46 read, 4066 written",
      "45 requests, 1005 read, 6468 written; then 43 requests, 977 read, 6268 written",
      "35 requests, 1005 read, 4302 written; then 23 requests, 45 read, 4102 written",
    ],
  ],
};

test.each(Object.keys(costs))("%s cost what they are expected to cost", async (which) => {
  const [kind, expected] = costs[which] as (typeof costs)[string];
  expect(await cost(kind)).toEqual(expected);
});
