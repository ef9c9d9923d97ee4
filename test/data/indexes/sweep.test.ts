/* The sweep of what processes that died have left in indexes. */
import { beforeEach, expect, test, vi } from "vitest";
import { entriesOf, entryItem, readEntry } from "#lib/data/indexes/index-items";
import { readSizes } from "#lib/data/indexes/index-size";
import { listedKey, visitIndexedTables } from "#lib/data/indexes/indexed-tables";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { readSchema } from "#lib/data/schema/table-schema";
import type { JobId } from "#lib/schemas/basics/ids";
import { msPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import { putItems } from "#lib/store/batch-writes";
import { change, commit } from "#lib/store/commit";
import { getItem, type Item, readAll } from "#lib/store/store";
import { addCounts, aLargeTable, makeIndexes } from "#test/functions/index/support";
import { jobOf, jobsOf, runToEnd, turn } from "#test/support/events/jobs";
import { killedAt, storeError } from "#test/support/store/faults";

const inDays = (days: number) => timeAfter(new Date().toISOString(), days * msPerDay);
const counts = Array.from({ length: 300 }, (_, i) => i % 50);

async function anIndex() {
  const large = await aLargeTable();
  await addCounts(large, counts);
  await makeIndexes(large);
  const { tableId } = large.params;
  const [index] = (await readSchema(tableId)).indexes;
  const id = index?.id ?? "";
  const entries = async () =>
    (await Promise.all(entriesOf(tableId, id).map((range) => readAll<Item>(range)))).flat();
  const states = async () => (await readSchema(tableId)).indexes.map(({ state }) => state);
  const size = async () => (await readSizes(tableId, [id])).get(id);
  /** The job that the schedule begins in a month. */
  async function begin(): Promise<JobId> {
    await visitIndexedTables(inDays(31), async () => {});
    const [job] = await jobsOf(tableId);
    if (!job) throw new Error("no job");
    return job;
  }
  return { ...large, tableId, id, entries, states, size, begin };
}

let index: Awaited<ReturnType<typeof anIndex>>;
beforeEach(async () => {
  index = await anIndex();
});

/** As many entries that no record names. */
async function leave(count: number): Promise<void> {
  const some = (await index.entries()).slice(0, count).map(readEntry);
  await putItems(some.map((entry) => entryItem(index.tableId, index.id, { ...entry, token: "dead00" })));
}

test("once a month what no record names is removed, however much it is, and the rest is counted", async () => {
  const { tableId, baseId, entries, states, size, begin } = index;
  const right = await entries();
  const bytes = (await size())?.bytes ?? 0;
  expect(await size()).toMatchObject({ entries: 300, countedTime: expect.any(String) });
  expect(bytes / 300).toBeGreaterThan(150);
  await leave(250);
  await visitIndexedTables(inDays(29), tendIndexes);
  expect(await jobsOf(tableId)).toEqual([]);
  const job = await begin();
  const steps = await runToEnd(job, baseId);
  expect(steps.at(-1)).toMatchObject({ kind: "sweepIndexes", state: "done" });
  expect(await entries()).toEqual(right);
  expect(await size()).toMatchObject({ entries: 300, bytes });
  expect(await states()).toEqual(["ready"]);
  // the next one is a month later
  await visitIndexedTables(inDays(33), async () => {});
  expect(await jobsOf(tableId)).toEqual([]);
});

test("the entry of a call that is running is kept", async () => {
  const { tableId, baseId, id, entries, begin } = index;
  const [own] = (await entries()).map(readEntry);
  if (!own) throw new Error("no entry");
  const laid = { ...own, token: "run000" };
  await putItems([entryItem(tableId, id, laid)]);
  const job = await begin();
  const before = Date.now();
  const { dueTime } = await turn(job, baseId);
  // longer than any call may run
  expect(Date.parse(dueTime) - before).toBeGreaterThan(50_000);
  const record = (await getItem<RecordItem>(recordKey(tableId, own.id))) as RecordItem;
  await commit([change(record, { ix: { [id]: laid.token } })]);
  await runToEnd(job, baseId);
  expect((await entries()).map(readEntry)).toContainEqual(laid);
});

test("an entry that stands elsewhere than its record ends the index", async () => {
  const { tableId, baseId, id, entries, states, begin } = index;
  const [one, ...others] = (await entries()).map(readEntry);
  const other = others.find(({ key }) => key !== one?.key);
  if (!one || !other) throw new Error("no entries");
  await putItems([entryItem(tableId, id, { ...one, key: other.key })]);
  await runToEnd(await begin(), baseId);
  expect(await states()).toEqual(["ended"]);
});

test("a sweep that dies at any request ends with the same entries", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { baseId, entries, size, begin } = index;
  const right = await entries();
  await leave(3);
  const job = await begin();
  let turns = 0;
  // each turn is killed one request later, before or after that has had its effect
  for (; (await jobOf(job, baseId)).state !== "done"; turns++)
    await killedAt(Math.floor(turns / 2), turns % 2 ? "answer lost" : storeError("ValidationException"), () =>
      turn(job, baseId),
    );
  expect(turns).toBeGreaterThan(5);
  expect(await entries()).toEqual(right);
  expect(await size()).toMatchObject({ entries: 300 });
});

test("a table that was cleared is swept no more", async () => {
  const { tableId, baseId, begin } = index;
  const job = await begin();
  const row = (await getItem(listedKey(tableId))) as Item;
  expect(row).toMatchObject({ tableId });
  const table = (await readSchema(tableId)).table;
  await commit([change(table, { deletedTime: new Date().toISOString() })]);
  expect((await runToEnd(job, baseId)).at(-1)).toMatchObject({ state: "done" });
});
