/* The item of a large table and its twins: written together, read by turns. Each state is asked for three times in a row, once of each. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as getTable } from "#functions/table/get-table";
import { handler as renameTable } from "#functions/table/rename-table";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { putItems } from "#lib/store/batch-writes";
import { type Item, twinKeys } from "#lib/store/item";
import { getRawItems } from "#lib/store/raw-reads";
import { addToNumber, getItem } from "#lib/store/store";
import { bringBack, trashTable } from "#test/functions/trash/support";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { countByKey } from "../../bin/partitions/count-by-key.ts";

const threeTimes = async <Seen>(see: () => Promise<Seen>) => [await see(), await see(), await see()];
const withoutKeys = ({ pk: _, entity: __, ...rest }: Item) => rest;

async function aTableWith({ numbers }: { numbers: number }) {
  const { owner: as, baseId, tableId } = await aTable({ records: [{ fields: { Name: "Ada" } }] });
  await addToNumber(counterKey(tableId), numbers);
  const params = { tableId };
  const own = tableKey(tableId);
  const addField = async (name: string) => {
    const body = { type: "singleLineText", name };
    expect((await call(createField, { as, params, body })).status).toBe(201);
  };
  const found = {
    tend: () => tendIndexes(tableId, new Date().toISOString()),
    names: async (): Promise<string[]> =>
      (await call(listFields, { as, params })).body.map(({ name }: TableItem) => name),
    status: async () => (await call(listRecords, { as, params })).status,
    stored: async () => (await getItem<TableItem>(own)) as TableItem,
    twins: () => getRawItems(twinKeys(own)),
  };
  await found.tend();
  return { as, params, inBase: { ...params, baseId }, own, addField, ...found };
}
const aLargeTable = () => aTableWith({ numbers: recordsWithoutIndex });

test("a table has twins as soon as it has more than 2,000 records", async () => {
  const small = await aTableWith({ numbers: recordsWithoutIndex - 1 });
  expect(await small.twins()).toEqual([]);
  const large = await aLargeTable();
  expect(await large.twins()).toHaveLength(2);
  const before = await large.stored();
  await large.tend();
  expect(await large.stored()).toEqual(before);
});

test("each writer of the item writes its twins: fields, names, trash and back", async () => {
  const { as, inBase, own, addField, names, status, stored, twins } = await aLargeTable();
  async function expectEqual() {
    const item = await stored();
    expect(item.twins).toBe(item.version);
    const found = await twins();
    expect(found.map(({ entity, pk }) => `${entity} ${pk}`).sort()).toEqual(
      twinKeys(own).map(({ pk }) => `tableTwin ${pk}`),
    );
    for (const twin of found) expect(withoutKeys(twin)).toEqual(withoutKeys(item));
  }
  await expectEqual();
  const before = await names();
  await addField("Born");
  expect(await threeTimes(names)).toEqual(Array(3).fill([...before, "Born"]));
  await expectEqual();

  await call(renameTable, { as, params: inBase, body: { name: "Poets" } });
  const name = async () => (await call(getTable, { as, params: inBase })).body.name;
  expect(await threeTimes(name)).toEqual(["Poets", "Poets", "Poets"]);
  await expectEqual();

  const trashId = await trashTable({ as }, inBase);
  expect(await threeTimes(status)).toEqual([404, 404, 404]);
  await expectEqual();
  await bringBack(trashId, { as });
  expect(await threeTimes(status)).toEqual([200, 200, 200]);
  await expectEqual();
});

test("calls of one process read the item and each twin in turn, one unit each", async () => {
  const { as, params, own } = await aLargeTable();
  const write = () => call(createRecords, { as, params, body: { records: [{ fields: { Name: "Grace" } }] } });
  await write();
  const units = countByKey();
  await threeTimes(write);
  const used = units();
  expect([own, ...twinKeys(own)].map(({ pk }) => used.get(pk)?.read)).toEqual([1, 1, 1]);
});

test("an older Gridless writes the item alone: the next change removes the twins, and they are made again", async () => {
  const { addField, stored, names, status, twins, tend } = await aLargeTable();
  const item = await stored();
  await putItems([{ ...item, version: item.version + 1, schemaVersion: item.schemaVersion + 1 }]);
  await addField("Born");
  expect(await twins()).toEqual([]);
  expect((await stored()).twins).toBeUndefined();
  expect(await threeTimes(status)).toEqual([200, 200, 200]);
  expect(new Set((await threeTimes(names)).map(String)).size).toBe(1);
  await tend();
  await addField("Died");
  expect((await twins()).map(({ version }) => version)).toEqual([item.version + 4, item.version + 4]);
  expect((await threeTimes(names)).map((all) => all.at(-1))).toEqual(["Died", "Died", "Died"]);
});
