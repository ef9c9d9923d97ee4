/* Records as they stand in the store: packed (lib/data/records/pack-records.ts). */
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { recordKey } from "#lib/data/records/record-keys";
import { addColumns } from "#lib/data/schema/columns";
import { type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { sizeOfItem } from "#lib/local/embedded/values/size";
import { newFieldId, type TableId } from "#lib/schemas/basics/ids";
import { insert } from "#lib/store/changes";
import { readRawPage } from "#lib/store/raw-reads";
import { client, getItem, type Item, storeName } from "#lib/store/store";
import { aSheet, field } from "#test/functions/record/support/records";
import { call } from "#test/support/requests/call";
import { costOf, withRightUnits } from "#test/support/requests/round-trips";
import { inProcessOnly } from "#test/support/run/target";
import { forgetColumns } from "#test/support/store/forget-columns";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("reads the items of the store");

beforeAll(useOwnStore);

const choices = ["Open", "Done", "Late"].map((name) => ({ name }));
/** Twelve fields, as tables have them. */
const typical = [
  field("Name", "singleLineText"),
  field("Mail", "singleLineText"),
  field("Notes", "longText"),
  field("City", "singleLineText"),
  field("State", "singleSelect", { options: { choices } }),
  field("Tags", "multipleSelect", { options: { choices } }),
  field("Due", "date"),
  field("Met", "date"),
  field("Price", "number"),
  field("Count", "number"),
  field("Stars", "rating"),
  field("Paid", "checkbox"),
];
const rows = Array.from({ length: 100 }, (_, i) => ({
  Name: `Person ${i}`,
  Mail: `person.${i}@example.com`,
  Notes: `Called on Monday, wants the offer number ${i}`,
  City: "Ljubljana",
  State: "Open",
  Tags: ["Done", "Late"],
  Due: `2026-12-${String((i % 28) + 1).padStart(2, "0")}T10:00:00.000Z`,
  Met: "2026-01-31T23:30:00.000Z",
  Price: 19.5 + i,
  Count: i,
  Stars: (i % 5) + 1,
  Paid: true,
}));

const stored = async (tableId: string) => (await readRawPage({ pk: `RECORDS#${tableId}#0` })).items;
const textOf = (item: Item | undefined) => item?.["cells"] as string;
const put = (item: object) => client().send(new PutCommand({ TableName: storeName(), Item: item }));
const read = async (tableId: string, id: string) =>
  (await getItem(recordKey(tableId as TableId, id))) as Item;

test("a page of 100 typical records in natural order costs at most 65 % of what it did", async () => {
  withRightUnits();
  const { tableId, create, list } = await aSheet({ fields: typical });
  const { body } = await create(rows);
  const packed = await stored(tableId);
  const unpacked = await Promise.all(body.records.map(({ id }: { id: string }) => read(tableId, id)));
  const bytesOf = (items: Item[]) => items.reduce((sum, item) => sum + sizeOfItem(item as never), 0);
  const was = Math.ceil(bytesOf(unpacked) / 4096);
  await list("take=100");
  const empty = await aSheet({ fields: typical });
  await empty.list("take=100");
  const { read: others } = await costOf(() => empty.list("take=100"));
  const { read: now } = await costOf(() => list("take=100"));
  // an empty page is a unit, too
  expect(now - (others - 1)).toBeLessThanOrEqual(0.65 * was);
  expect(bytesOf(packed) / bytesOf(unpacked)).toBeLessThan(0.62);
});

test("records that are created with their table, or with new fields, have columns from the first write on", async () => {
  const { tableId } = await aSheet({ fields: typical, records: [{ fields: rows[0] }] });
  const [record] = await stored(tableId);
  expect(textOf(record)).not.toContain("fld");
  const table = (await getItem<TableItem>(tableKey(tableId as TableId))) as TableItem;
  expect(table.columns?.split(",")).toHaveLength(typical.length);
});

test("a column is never given twice", async () => {
  const { owner: as, tableId, params, create } = await aSheet({ fields: typical.slice(0, 2) });
  const add = async (name: string) =>
    (await call(createField, { as, params, body: { name, type: "number" } })).body.id as string;
  const first = await add("A");
  await call(deleteField, { as, params: { ...params, fieldId: first } });
  const second = await add("B");
  await create([{ Name: "x", B: 7 }]);
  const table = (await getItem<TableItem>(tableKey(tableId as TableId))) as TableItem;
  expect(table.columns?.split(",").slice(2)).toEqual([first.slice(3), second.slice(3)]);
  expect(JSON.parse(textOf((await stored(tableId))[0]))).toEqual([
    ...[expect.any(Number), as.userId, null, null],
    ...[0, "x", 3, 7],
  ]);
});

test("a field that a commit changes twice gets one column, and what is there stays in its place", () => {
  const changed = (id: string) => insert({ pk: "TABLE#t", sk: id, entity: "field", id });
  const changes = ["fldA", "fldB", "fldB", "fldC"].map(changed);
  expect(addColumns({ pk: "TABLE#t", columns: "X,A,X" }, changes)).toEqual({ columns: "X,A,X,B,C" });
  expect(addColumns({ pk: "TABLE#t", columns: "A,B,C" }, changes)).toEqual({});
  expect(addColumns({ pk: "TABLE#other" }, changes)).toEqual({});
});

test("a table that had 1,000 fields gives no more columns: a new field stands in records by its id", async () => {
  const { owner: as, tableId, params, create, list, get } = await aSheet({ fields: typical });
  const table = (await getItem<TableItem>(tableKey(tableId as TableId))) as TableItem;
  const past = Array.from({ length: 1001 - typical.length - 2 }, () => newFieldId().slice(3));
  await put({ ...table, columns: [table.columns, ...past].join(",") });
  const add = async (name: string) =>
    (await call(createField, { as, params, body: { name, type: "longText" } })).body.id as string;
  const ids = [await add("A"), await add("B")];
  const { columns = "" } = (await getItem<TableItem>(tableKey(tableId as TableId))) as TableItem;
  expect(columns.split(",")).toHaveLength(1000);
  const long = "x".repeat(2000);
  const { body } = await create([{ Name: "a", A: long, B: long }]);
  const [item] = await stored(tableId);
  expect(JSON.parse(textOf(item)).slice(4)).toEqual([0, "a", 999, "~@", ids[1], long]);
  expect(item?.["text999"]).toBe(long);
  forgetColumns();
  expect((await get(body.records[0].id)).body.fields).toEqual({ Name: "a", A: long, B: long });
  forgetColumns();
  const filter = {
    conjunction: "and",
    filterSet: ids.map((fieldId) => ({ fieldId, operator: "contains", value: "xx" })),
  };
  expect((await list({ filter: JSON.stringify(filter) })).body.records).toHaveLength(1);
});

test("a long text is an attribute of its own; it is read, filtered and searched as any other", async () => {
  const { tableId, create, list, update } = await aSheet({ fields: typical });
  const long = `${"word ".repeat(300)}needle`;
  const { body } = await create([
    { Name: "a", Notes: long },
    { Name: "b", Notes: "short" },
  ]);
  const [first] = await stored(tableId);
  expect(first?.["text2"]).toBe(long);
  expect(textOf(first)).not.toContain("word");
  const filtered = (filter: object) => list({ filter: JSON.stringify(filter), fieldKeyType: "name" });
  const filterOf = (operator: string, value: string) => ({
    conjunction: "and",
    filterSet: [{ fieldId: "Notes", operator, value }],
  });
  expect((await filtered(filterOf("contains", "needle"))).body.records).toMatchObject([
    { fields: { Notes: long } },
  ]);
  expect((await filtered(filterOf("is", "short"))).body.records).toMatchObject([{ fields: { Name: "b" } }]);
  await update(body.records[0].id, { Notes: "now short" });
  expect((await stored(tableId))[0]).not.toHaveProperty("text2");
});

describe("nothing is lost of a record", () => {
  test("with a cell of a column that this process cannot know", async () => {
    const { tableId, create, update, get } = await aSheet({ fields: typical });
    const { id } = (await create([{ Name: "a" }])).body.records[0];
    const [item] = await stored(tableId);
    await put({ ...item, cells: JSON.stringify([...JSON.parse(textOf(item)), 40, "later"]) });
    expect((await get(id)).body.fields).toEqual({ Name: "a" });
    await update(id, { Name: "b" });
    expect(JSON.parse(textOf((await stored(tableId))[0])).slice(4)).toEqual([0, "b", 40, "later"]);
  });

  test("that was written before records were packed", async () => {
    const { tableId, create, update, get, list } = await aSheet({ fields: typical });
    const { id } = (await create(rows.slice(0, 1))).body.records[0];
    const before = await get(id);
    const { cells, ...unpacked } = await read(tableId, id);
    await put({ ...unpacked, cells });
    expect(typeof (await stored(tableId))[0]?.["cells"]).toBe("object");
    expect((await get(id)).body).toEqual(before.body);
    const filter = JSON.stringify({
      conjunction: "and",
      filterSet: [{ fieldId: "City", operator: "is", value: "Ljubljana" }],
    });
    expect((await list({ filter, fieldKeyType: "name" })).body.records).toHaveLength(1);
    await update(id, { City: "Maribor" });
    const [after] = await stored(tableId);
    expect(textOf(after)).toContain("Maribor");
    expect(after).not.toHaveProperty("createdTime");
    expect((await get(id)).body.fields).toEqual({ ...before.body.fields, City: "Maribor" });
  });
});
