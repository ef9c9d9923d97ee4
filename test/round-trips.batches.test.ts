/*
 * What calls of many records cost at the store: up to 100 changes are one transaction, more a staged commit, which is written
 * twice: until the answer, and until it is finished. A number that rises fails; one that falls is to be written down here.
 *
 * Budgets: of one transaction 2 WCU for each KB of a record, rounded up, and 2 for each guard of a unique value that is made or goes;
 * of a staged commit 4 and 4. Besides, what one commit costs: its own items, and for each 99 changes a chunk.
 */
import { beforeAll, expect, test } from "vitest";
import { settleAll } from "#test/support/commits";
import { useOwnStore } from "#test/support/own-store";
import { costOf } from "#test/support/round-trips";
import { aSheet, field } from "./functions/record/support.ts";

beforeAll(useOwnStore);

const fields = [
  field("Name", "singleLineText"),
  field("Notes", "longText"),
  field("Key", "singleLineText", { unique: true }),
  ...["A", "B", "C", "D", "E"].map((name) => field(name, "number")),
];

interface Kind {
  records: number;
  /** Of a record in the store, rounded up. */
  kilobytes: 1 | 2;
  unique?: true;
}

/** Creating, changing two cells of each (with the unique one, if there is one), and deleting. */
async function cost({ records, kilobytes, unique }: Kind): Promise<string[]> {
  const { create, updateMany, removeMany } = await aSheet({ fields });
  const long = "x".repeat(kilobytes * 1024 - 700);
  const cells = Array.from({ length: records }, (_, i) => ({
    ...{ Name: `r${i}`, Notes: long, A: i, B: 2, C: 3, D: 4, E: 5 },
    ...(unique && { Key: `k${i}` }),
  }));
  const { body: made } = await create(cells.slice(0, 1));
  await removeMany([made.records[0].id]);
  await settleAll();

  let ids: string[] = [];
  const idsOf = (shown: { id: string }[]) => shown.map(({ id }) => id);
  const edited = (id: string, i: number) => ({ id, fields: { A: -i, ...(unique && { Key: `n${i}` }) } });
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
    // as the schedule finds it, which asks four shards first
    const after = `; then ${settling.requests - 4} requests, ${settling.read} read, ${settling.written} written`;
    shown.push(`${requests} requests, ${read} read, ${written} written${settling.written > 0 ? after : ""}`);
  }
  return shown;
}

/** Of creating, changing, deleting. */
const costs: Record<string, [Kind, string[]]> = {
  "100 records of 1 KB": [
    { records: 100, kilobytes: 1 },
    [
      "5 requests, 5 read, 201 written",
      "5 requests, 105 read, 200 written",
      "8 requests, 105 read, 220 written; then 5 requests, 8 read, 218 written",
    ],
  ],
  "100 records of 2 KB": [
    { records: 100, kilobytes: 2 },
    [
      "5 requests, 5 read, 401 written",
      "5 requests, 105 read, 400 written",
      "8 requests, 105 read, 420 written; then 5 requests, 8 read, 418 written",
    ],
  ],
  // a value that changes has a guard that goes and one that is made: 150 changes
  "50 records with a unique value": [
    { records: 50, kilobytes: 1, unique: true },
    [
      "5 requests, 5 read, 201 written",
      "8 requests, 55 read, 330 written; then 6 requests, 60 read, 328 written",
      "8 requests, 55 read, 224 written; then 5 requests, 9 read, 222 written",
    ],
  ],
  "1000 records of 1 KB": [
    { records: 1000, kilobytes: 1 },
    [
      "17 requests, 5 read, 2069 written; then 14 requests, 17 read, 2066 written",
      "26 requests, 1005 read, 2068 written; then 25 requests, 1017 read, 2066 written",
      "26 requests, 1005 read, 2112 written; then 14 requests, 17 read, 2110 written",
    ],
  ],
  "1000 records of 2 KB": [
    { records: 1000, kilobytes: 2 },
    [
      "17 requests, 5 read, 4069 written; then 14 requests, 17 read, 4066 written",
      "26 requests, 1005 read, 4068 written; then 25 requests, 1017 read, 4066 written",
      "26 requests, 1005 read, 4112 written; then 14 requests, 17 read, 4110 written",
    ],
  ],
  "1000 records with a unique value": [
    { records: 1000, kilobytes: 1, unique: true },
    [
      "27 requests, 5 read, 4273 written; then 24 requests, 47 read, 4270 written",
      "46 requests, 1005 read, 6474 written; then 45 requests, 1077 read, 6472 written",
      "36 requests, 1005 read, 4314 written; then 24 requests, 47 read, 4312 written",
    ],
  ],
};

test.each(Object.keys(costs))("%s cost what they did", async (which) => {
  const [kind, expected] = costs[which] as (typeof costs)[string];
  expect(await cost(kind)).toEqual(expected);
});
