/* The items of a large table and of its base, and their twins: written together, read by turns. Each state is asked for a whole round of turns. */
import { expect, onTestFinished, test } from "vitest";
import { handler as removeMember } from "#functions/base/remove-base-collaborator";
import { handler as updateBase } from "#functions/base/update-base";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as getTable } from "#functions/table/get-table";
import { handler as renameTable } from "#functions/table/rename-table";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { baseCopyKey, baseKey } from "#lib/data/spaces/bases";
import { putItems, removeItems } from "#lib/store/batch-writes";
import { type Item, twinKeys, twinOf } from "#lib/store/item";
import { getRawItems } from "#lib/store/raw-reads";
import { addToNumber, getItem } from "#lib/store/store";
import { bringBack, trashBase, trashTable } from "#test/functions/trash/support";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { countByKey } from "../../bin/partitions/count-by-key.ts";

/** Of the item one, of each twin two (lib/store/twins/known-twins.ts). */
const round = 7;
async function aRound<Seen>(see: () => Promise<Seen>): Promise<Seen[]> {
  const seen: Seen[] = [];
  while (seen.length < round) seen.push(await see());
  return seen;
}
const each = <Value>(value: Value): Value[] => Array(round).fill(value);
const withoutKeys = ({ pk: _, entity: __, ...rest }: Item) => rest;

async function aTableWith({ numbers }: { numbers: number }) {
  const { owner: as, baseId, tableId } = await aTable({ records: [{ fields: { Name: "Ada" } }] });
  await addToNumber(counterKey(tableId), numbers);
  const params = { tableId };
  const own = tableKey(tableId);
  const ofBase = baseKey(baseId);
  const addField = async (name: string) => {
    const body = { type: "singleLineText", name };
    expect((await call(createField, { as, params, body })).status).toBe(201);
  };
  const found = {
    tend: () => tendIndexes(tableId, new Date().toISOString()),
    names: async (): Promise<string[]> =>
      (await call(listFields, { as, params })).body.map(({ name }: TableItem) => name),
    status: async () => (await call(listRecords, { as, params })).status,
    stored: async (key = own) => (await getItem<TableItem>(key)) as TableItem,
    twins: (key = own) => getRawItems(twinKeys(key)),
  };
  await found.tend();
  return { as, params, inBase: { ...params, baseId }, own, ofBase, addField, ...found };
}
const aLargeTable = () => aTableWith({ numbers: recordsWithoutIndex });

test("a table and its base have twins as soon as it has more than 2,000 records", async () => {
  const small = await aTableWith({ numbers: recordsWithoutIndex - 1 });
  for (const key of [small.own, small.ofBase]) expect(await small.twins(key)).toEqual([]);
  const large = await aLargeTable();
  const both = [large.own, large.ofBase];
  for (const key of both) expect(await large.twins(key)).toHaveLength(3);
  const before = await Promise.all(both.map(large.stored));
  await large.tend();
  expect(await Promise.all(both.map(large.stored))).toEqual(before);
});

test("each writer of the item writes its twins: fields, names, trash and back", async () => {
  const { as, inBase, own, ofBase, addField, names, status, stored, twins } = await aLargeTable();
  async function expectEqual() {
    for (const key of [own, ofBase]) {
      const item = await stored(key);
      expect(item.threeTwins).toBe(item.version);
      const found = await twins(key);
      expect(found.map(({ entity, pk }) => `${entity} ${pk}`).sort()).toEqual(
        twinKeys(key).map(({ pk }) => `${item.entity}Twin ${pk}`),
      );
      for (const twin of found) expect(withoutKeys(twin)).toEqual(withoutKeys(item));
    }
  }
  await expectEqual();
  const before = await names();
  await addField("Born");
  expect(await aRound(names)).toEqual(each([...before, "Born"]));
  await expectEqual();

  await call(renameTable, { as, params: inBase, body: { name: "Poets" } });
  const name = async () => (await call(getTable, { as, params: inBase })).body.name;
  expect(await aRound(name)).toEqual(each("Poets"));
  await expectEqual();

  const trashId = await trashTable({ as }, inBase);
  expect(await aRound(status)).toEqual(each(404));
  await expectEqual();
  await bringBack(trashId, { as });
  expect(await aRound(status)).toEqual(each(200));
  await expectEqual();
});

test("a base in the trash, or whose member was removed, is refused in each turn, and comes back in each", async () => {
  const { as, inBase, status, twins, ofBase } = await aLargeTable();
  const { baseId, tableId } = inBase;
  const viewer = await aMember(baseId, "viewer");
  const ofViewer = async () => (await call(listRecords, { as: viewer, params: { tableId } })).status;
  expect(await aRound(ofViewer)).toEqual(each(200));
  const query = { userId: viewer.userId };
  expect((await call(removeMember, { as, params: { baseId }, query })).status).toBe(200);
  expect(await aRound(ofViewer)).toEqual(each(404));

  const trashId = await trashBase({ as }, baseId);
  expect(await aRound(status)).toEqual(each(404));
  expect((await twins(ofBase)).filter(({ deletedTime }) => deletedTime)).toHaveLength(3);
  await bringBack(trashId, { as });
  expect(await aRound(status)).toEqual(each(200));
});

test("calls of one process read the items and each of their twins in turn, one unit each", async () => {
  const { as, params, own, ofBase } = await aLargeTable();
  const write = () => call(createRecords, { as, params, body: { records: [{ fields: { Name: "Grace" } }] } });
  // both items were read themselves
  await aRound(write);
  const { take, stop } = countByKey();
  onTestFinished(stop);
  await aRound(write);
  const used = take();
  for (const key of [own, ofBase])
    expect([key, ...twinKeys(key)].map(({ pk }) => used.get(pk)?.read)).toEqual([1, 2, 2, 2]);
});

test("a table of a former Gridless has two twins, is read by them, and gets the third", async () => {
  const { own, stored, twins, names, addField, tend } = await aLargeTable();
  const { threeTwins: _, ...item } = await stored();
  await removeItems(twinKeys(own).slice(2));
  const former = { ...item, version: item.version + 1, twins: item.version + 1 };
  await putItems([
    former,
    ...twinKeys(own)
      .slice(0, 2)
      .map((key) => twinOf(former, key)),
  ]);
  await addField("Born");
  expect((await twins()).map(({ version }) => version)).toEqual(Array(2).fill(item.version + 2));
  expect(new Set((await aRound(names)).map(String)).size).toBe(1);
  await tend();
  expect(await stored()).toMatchObject({ threeTwins: item.version + 3, version: item.version + 3 });
  expect((await stored()).twins).toBeUndefined();
  expect((await twins()).map(({ version }) => version)).toEqual(Array(3).fill(item.version + 3));
});

test("an older Gridless moves a base to the trash alone: it is refused from the next turn of its item on", async () => {
  const { as, inBase, ofBase, stored, status, twins, tend } = await aLargeTable();
  expect(await aRound(status)).toEqual(each(200));
  const item = await stored(ofBase);
  const [copy] = await getRawItems([baseCopyKey(item.spaceId, inBase.baseId)]);
  await putItems([{ ...item, version: item.version + 1, deletedTime: new Date().toISOString() }]);
  await removeItems([copy as Item]);
  const seen = [...(await aRound(status)), ...(await aRound(status))];
  expect(seen.slice(seen.indexOf(404))).not.toContain(200);
  expect(seen.indexOf(404)).toBeLessThan(round);
  await putItems([{ ...item, version: item.version + 2 }, copy as Item]);
  expect(await aRound(status)).toEqual(each(200));
  // the twins that were left behind go with the next change of the base, and are made again
  await call(updateBase, { as, params: inBase, body: { name: "Poetry" } });
  expect(await twins(ofBase)).toEqual([]);
  await tend();
  expect(await twins(ofBase)).toHaveLength(3);
  expect(await aRound(status)).toEqual(each(200));
});

test("an older Gridless writes the item alone: the next change removes the twins, and they are made again", async () => {
  const { addField, stored, names, status, twins, tend } = await aLargeTable();
  const item = await stored();
  await putItems([{ ...item, version: item.version + 1, schemaVersion: item.schemaVersion + 1 }]);
  await addField("Born");
  expect(await twins()).toEqual([]);
  expect((await stored()).threeTwins).toBeUndefined();
  expect(await aRound(status)).toEqual(each(200));
  expect(new Set((await aRound(names)).map(String)).size).toBe(1);
  await tend();
  await addField("Died");
  expect((await twins()).map(({ version }) => version)).toEqual(Array(3).fill(item.version + 4));
  expect((await aRound(names)).map((all) => all.at(-1))).toEqual(each("Died"));
});
