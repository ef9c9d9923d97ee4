/* Indexes: pages in the order of a view are read from its index, and are those of a plain sort. */
import { beforeAll, expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecords } from "#functions/record/delete-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createView } from "#functions/view/create-view";
import { entriesOf } from "#lib/data/indexes/index-items";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { type IndexItem, readSchema } from "#lib/data/schema/table-schema";
import type { JobId, TableId } from "#lib/schemas/basics/ids";
import { addToNumber, countItems } from "#lib/store/store";
import { runToEnd } from "#test/support/events/jobs";
import { aTable, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { disturbed } from "#test/support/store/faults";

let ada: Someone;
let made: Awaited<ReturnType<typeof aTable>>;
let tableId: TableId;
let viewId: string;
let ids: string[] = [];

interface Row {
  id: string;
  autoNumber: number;
  fields: { Name?: string; Size?: number };
}

const now = () => new Date().toISOString();
const indexes = async (): Promise<IndexItem[]> => (await readSchema(tableId)).indexes;
const states = async () => (await indexes()).map(({ state }) => state);
const runJobs = async () => {
  for (const { state, jobId } of await indexes())
    if (state !== "ready") await runToEnd(jobId as JobId, made.baseId);
};
/** Makes the table as large as the number of its records would have to be. */
const grow = () => addToNumber(counterKey(tableId), recordsWithoutIndex);
const entries = async ({ id }: IndexItem) => {
  const counts = await Promise.all(entriesOf(tableId, id).map(countItems));
  return counts.reduce((sum, count) => sum + count, 0);
};

async function readThrough(take: number, query: Record<string, string> = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const { status, body } = await call(listRecords, {
      as: ada,
      params: { tableId },
      query: { viewId, take: String(take), ...query, ...(cursor && { cursor }) },
    });
    expect(status).toBe(200);
    rows.push(...body.records);
    if (!body.nextCursor) return rows;
    cursor = body.nextCursor;
  }
}

const inOrder = (rows: Row[]): Row[] =>
  rows.toSorted((a, b) => (a.fields.Size ?? -1) - (b.fields.Size ?? -1) || a.autoNumber - b.autoNumber);

const add = async (sizes: (number | undefined)[]) => {
  const records = sizes.map((size, i) => ({
    fields: { Name: `n${i}`, ...(size !== undefined && { Size: size }) },
  }));
  const { status, body } = await call(createRecords, { as: ada, params: { tableId }, body: { records } });
  expect(status).toBe(201);
  ids.push(...body.records.map(({ id }: Row) => id));
};

const random = (() => {
  let seed = 7;
  return (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
})();
const size = () => (random(10) === 0 ? undefined : random(50));

beforeAll(async () => {
  made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "Size" },
    ],
  });
  ada = made.owner;
  tableId = made.tableId;
  await add(Array.from({ length: 200 }, size));
  const field = made.table.fields[1].id;
  const sort = { sortObjs: [{ fieldId: field, order: "asc" }] };
  const view = await call(createView, {
    as: ada,
    params: { tableId },
    body: { name: "By size", type: "grid", sort },
  });
  expect(view.status).toBe(201);
  viewId = view.body.id;
});

test("a small table has no index", async () => {
  await tendIndexes(tableId, now());
  expect(await states()).toEqual([]);
});

test("a large table gets one for the order of its view; until it is made, pages are sorted", async () => {
  await grow();
  await tendIndexes(tableId, now());
  expect(await states()).toEqual(["building"]);
  const before = await readThrough(30);
  expect(before).toEqual(inOrder(before));
  await runJobs();
  expect(await states()).toEqual(["ready"]);
  expect(await readThrough(30)).toEqual(before);
  expect(await readThrough(1000)).toEqual(before);
  expect(before).toHaveLength(200);
});

test("writers keep it: pages are those of a plain sort after creating, changing and deleting", async () => {
  const sized = new Map<string, number | undefined>(
    (await readThrough(1000)).map((row) => [row.id, row.fields.Size]),
  );
  for (let round = 0; round < 10; round++) {
    await add(Array.from({ length: 1 + random(30) }, size));
    const some = ids.filter(() => random(10) === 0);
    const sent = some.map((id) => ({ id, fields: { Size: size() ?? null } }));
    const { status } = await call(updateRecords, { as: ada, params: { tableId }, body: { records: sent } });
    expect(status).toBe(200);
    const gone = ids.filter(() => random(20) === 0);
    const removed = await call(deleteRecords, { as: ada, params: { tableId }, query: { recordIds: gone } });
    expect(removed.status).toBe(200);
    ids = ids.filter((id) => !gone.includes(id));
    const rows = await readThrough(7 + random(100));
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(rows).toEqual(inOrder(rows));
  }
  expect(sized.size).toBeGreaterThan(0);
  const [index] = await indexes();
  expect(await entries(index as IndexItem)).toBe(ids.length);
});

test("a filter reads on along the index until the page is full; a small table is scanned for it", async () => {
  // one of two things must be true, about two fields: that is no range of the index
  const filter = JSON.stringify({
    conjunction: "or",
    filterSet: [
      { fieldId: "Size", operator: "isGreater", value: 40 },
      { fieldId: "Name", operator: "is", value: "none" },
    ],
  });
  const all = await readThrough(1000);
  const wanted = all.filter(({ fields }) => (fields.Size ?? 0) > 40);
  expect(wanted.length).toBeGreaterThan(5);
  const scans = async () => {
    const calls = await disturbed(
      () => undefined,
      async () => expect(await readThrough(3, { filter })).toEqual(wanted),
    );
    return calls.filter(({ input }) => JSON.stringify(input).includes('":pk":"RECORDS#')).length;
  };
  expect(await scans()).toBeGreaterThan(0);
  await addToNumber(counterKey(tableId), 10_000);
  expect(await scans()).toBe(0);
});
