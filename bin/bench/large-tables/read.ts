/* Reads the tables of fill.ts, and prints the results as JSON. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { handler as listRecords } from "#functions/record/list-records";
import { bucketOf, partsOf } from "#lib/data/records/record-keys";
import type { DevJson } from "#lib/local/process/dev-json";
import { startStore } from "#lib/local/store/start-store";
import { client, storeName } from "#lib/store/store";
import { readMegabytes } from "#test/support/run/memory";
import { type Asked, ask } from "../ask.ts";
import { type Measured, median, time } from "../budget.ts";
import type { Filled } from "./fill.ts";

const { folder, token, tables } = JSON.parse(process.env["GRIDLESS_BENCH"] ?? "") as Filled;
// runs until this process ends
await startStore({ folder, env: {} });
const dev = { token } as DevJson;
type Table = Filled["tables"]["small"];

interface Page {
  records: unknown[];
  nextCursor: string | null;
}

const list = ({ tableId }: Table, query: Record<string, string>): Asked => ({
  endpoint: listRecords,
  params: { tableId },
  query: `?${new URLSearchParams(query)}`,
});

const byCount = JSON.stringify([{ fieldId: "Count", order: "desc" }]);
const rated = JSON.stringify({
  conjunction: "and",
  filterSet: [{ fieldId: "Rating", operator: "isGreater", value: 2 }],
});

/** Megabytes: a request may take so much, and the tables that are kept in memory (GRIDLESS_MEMORY), once more until they are collected. */
const mostMemory = 100 + 2 * 64;

/** The memory that a sorted list takes. */
async function memory(): Promise<Measured> {
  const query = { orderBy: byCount, take: "100" };
  await ask(dev, list(tables.small, query));
  global.gc?.();
  const idle = readMegabytes("self");
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, readMegabytes("self"));
  }, 20);
  await ask(dev, list(tables.large, query));
  clearInterval(watch);
  const grown = peak - idle;
  return {
    line: `a page of ${tables.large.count} sorted records: ${grown.toFixed(0)} MB above the idle process (≤ ${mostMemory})`,
    holds: grown <= mostMemory,
  };
}

const mostTimes = 1.3;
const rounds = 25;

/** Reads pages of a small and a large table alternately: the first, one in the middle, the last. */
async function pages(title: string, more: (table: Table) => Record<string, string>): Promise<Measured[]> {
  const small = await cursorsOf(tables.small, more);
  const large = await cursorsOf(tables.large, more);
  const measured: Measured[] = [];
  for (const [i, where] of ["first", "middle", "last"].entries()) {
    const timeOf = (table: Table, cursors: (string | undefined)[]) => {
      const cursor = cursors[i];
      return time(() => ask(dev, list(table, { take: "100", ...more(table), ...(cursor && { cursor }) })));
    };
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = await timeOf(tables.small, small);
      const bigger = await timeOf(tables.large, large);
      if (round > 4) ratios.push(bigger / before);
    }
    const ratio = median(ratios);
    measured.push({
      line: `${title}, ${where} page of 100: ${tables.large.count} records ${ratio.toFixed(2)} × ${tables.small.count} (≤ ${mostTimes})`,
      holds: ratio <= mostTimes,
    });
  }
  return measured;
}

/** Cursors of the first page, of a page half-way, and of the last hundred records. */
async function cursorsOf(
  table: Table,
  more: (table: Table) => Record<string, string>,
): Promise<(string | undefined)[]> {
  let cursor: string | undefined;
  let middle: string | undefined;
  for (let passed = 0; passed < table.count - 100; ) {
    const take = Math.min(1000, table.count - 100 - passed, Math.max(table.count / 2 - passed, 0) || 1000);
    const page = await ask<Page>(
      dev,
      list(table, { take: String(take), ...more(table), ...(cursor && { cursor }) }),
    );
    passed += page.records.length;
    cursor = page.nextCursor ?? undefined;
    if (passed === table.count / 2) middle = cursor;
  }
  return [undefined, middle, cursor];
}

async function filteredAndSorted(): Promise<Measured> {
  const query = { filter: rated, orderBy: byCount, take: "100" };
  const ratios: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < 6; round++) {
    const bare = await time(() => readBare(tables.middle));
    const ours = await time(() => ask(dev, list(tables.middle, query)));
    if (round > 0) ratios.push(ours / bare);
    times.push(ours);
  }
  const ratio = median(ratios);
  return {
    line: `filter and sort over ${tables.middle.count} records: ${median(times).toFixed(0)} ms, × ${ratio.toFixed(2)} the time in which the plain SDK reads them (≤ 1.5)`,
    holds: ratio <= 1.5,
  };
}

/** Reads all records, eight partitions in parallel. */
async function readBare({ tableId, count }: Table): Promise<void> {
  const parts = Array.from({ length: bucketOf(count) + 1 }, (_, bucket) => partsOf(tableId, bucket)).flat();
  const reader = async () => {
    for (let pk = parts.shift(); pk; pk = parts.shift())
      for (
        let ExclusiveStartKey: Record<string, unknown> | undefined, begun = false;
        !begun || ExclusiveStartKey;
        begun = true
      ) {
        const answer = await client().send(
          new QueryCommand({
            TableName: storeName(),
            ConsistentRead: true,
            KeyConditionExpression: "pk = :pk",
            ExpressionAttributeValues: { ":pk": pk },
            Limit: 1000,
            ExclusiveStartKey,
          }),
        );
        ExclusiveStartKey = answer.LastEvaluatedKey;
      }
  };
  await Promise.all(Array.from({ length: 8 }, reader));
}

const measured = [
  await memory(),
  ...(await pages("natural order", () => ({}))),
  ...(await pages("a view's order", ({ viewId }) => ({ viewId }))),
  await filteredAndSorted(),
];
process.stdout.write(JSON.stringify(measured));
