/* The comparison of an index with its records. */
import { expect, test } from "vitest";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { checkIndexes } from "#lib/data/indexes/check-index";
import { entriesOf, entryItem, readEntry } from "#lib/data/indexes/index-items";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { readSchema } from "#lib/data/schema/table-schema";
import { putItems, removeItems } from "#lib/store/batch-writes";
import { change, commit } from "#lib/store/commit";
import { getItem, readAll } from "#lib/store/store";
import { addCounts, aLargeTable, makeIndexes } from "#test/functions/index/support";
import { call } from "#test/support/requests/call";

async function anIndex() {
  const large = await aLargeTable();
  const early = await addCounts(large, [5, 1, 3]);
  await makeIndexes(large);
  const late = await addCounts(large, [2, 4]);
  const { tableId } = large.params;
  const [index] = (await readSchema(tableId)).indexes;
  const id = index?.id ?? "";
  const entries = async () =>
    (await Promise.all(entriesOf(tableId, id).map((range) => readAll(range)))).flat();
  const states = async () => (await readSchema(tableId)).indexes.map(({ state }) => state);
  return { ...large, tableId, id, ids: [...early, ...late], entries, states };
}

const atOnce = async () => {};

test("an index that is right, of records from before and after it was made", async () => {
  const { tableId, id, states } = await anIndex();
  const right = { id, records: 5, entries: 5, wrong: 0, left: 0 };
  expect(await checkIndexes(tableId, atOnce)).toEqual([right]);
  expect(await states()).toEqual(["ready"]);
});

test("a record without its entry: the index is ended", async () => {
  const { tableId, entries, states } = await anIndex();
  await removeItems((await entries()).slice(0, 2));
  expect(await checkIndexes(tableId, atOnce)).toMatchObject([{ records: 5, entries: 3, wrong: 2 }]);
  expect(await states()).toEqual(["ended"]);
  expect(await checkIndexes(tableId, atOnce)).toEqual([]);
});

test("entries that no record names are removed", async () => {
  const { as, params, tableId, id, ids, entries, states } = await anIndex();
  const all = await entries();
  await putItems(all.map((item) => entryItem(tableId, id, { ...readEntry(item), token: "dead00" })));
  await call(deleteListedRecords, { as, params, body: { recordIds: [ids[0]] } });
  // the entry of the deleted record is there again, as if its removal had failed
  await putItems(all);
  expect(await checkIndexes(tableId, atOnce)).toMatchObject([{ records: 4, wrong: 0, left: 6 }]);
  expect(await checkIndexes(tableId, atOnce)).toMatchObject([{ records: 4, entries: 4, wrong: 0, left: 0 }]);
  expect(await states()).toEqual(["ready"]);
});

test("an entry that stands elsewhere, with the token of its record: the index is ended", async () => {
  const { tableId, id, entries, states } = await anIndex();
  const [one, other] = (await entries()).map(readEntry);
  if (!one || !other) throw new Error("no entries");
  await putItems([entryItem(tableId, id, { ...one, key: other.key })]);
  expect(await checkIndexes(tableId, atOnce)).toMatchObject([{ records: 5, entries: 6, wrong: 1, left: 0 }]);
  expect(await states()).toEqual(["ended"]);
});

test("the entry of a call that is running is kept: its record names it a moment later", async () => {
  const { tableId, id, ids, entries } = await anIndex();
  const own = (await entries()).map(readEntry).find((entry) => entry.id === ids[4]);
  if (!own) throw new Error("no entry");
  const laid = { ...own, token: "run000" };
  await putItems([entryItem(tableId, id, laid)]);
  const commitIt = async () => {
    const record = (await getItem<RecordItem>(recordKey(tableId, own.id))) as RecordItem;
    await commit([change(record, { ix: { [id]: laid.token } })]);
  };
  expect(await checkIndexes(tableId, commitIt)).toMatchObject([{ left: 0 }]);
  expect((await entries()).map(readEntry)).toContainEqual(laid);
  // now the former one is left
  expect(await checkIndexes(tableId, atOnce)).toMatchObject([{ records: 5, wrong: 0, left: 1 }]);
});
