import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as getFields } from "#functions/field/list-fields";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import type { Someone } from "#test/support/makers/makers";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

interface Shown {
  id: string;
  name: string;
  options: Record<string, unknown>;
  [member: string]: unknown;
}
type Table = Awaited<ReturnType<typeof aTable>>;

async function add(as: Someone, tableId: string, body: object): Promise<Shown> {
  const answer = await call(createField, { as, params: { tableId }, body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const idOf = ({ table }: Table, name: string): string =>
  table.fields.find((field: Shown) => field.name === name).id;

async function shop() {
  const products = await aTable({
    name: "Products",
    fields: [
      { type: "singleLineText", name: "Title" },
      {
        type: "number",
        name: "Price",
        options: { formatting: { type: "currency", precision: 2, symbol: "€" } },
      },
      { type: "singleSelect", name: "Kind", options: { choices: [{ name: "tea" }, { name: "coffee" }] } },
      { type: "user", name: "Buyer" },
    ],
    records: [
      { fields: { Title: "Assam", Price: 5, Kind: "tea" } },
      { fields: { Title: "Mocha", Price: 8.5, Kind: "coffee" } },
      { fields: { Title: "Free" } },
    ],
  });
  const { owner, baseId, spaceId } = products;
  const orders = await aTable({ name: "Orders", fields: [{ type: "singleLineText", name: "No" }] }, owner, {
    baseId,
    spaceId,
  });
  const link = await add(owner, orders.tableId, {
    type: "link",
    name: "Items",
    options: { relationship: "manyMany", foreignTableId: products.tableId },
  });
  const looksUp = (name: string, type: string, more = {}) =>
    add(owner, orders.tableId, {
      type,
      name,
      isLookup: true,
      lookupOptions: {
        foreignTableId: products.tableId,
        linkFieldId: link.id,
        lookupFieldId: idOf(products, name),
      },
      ...more,
    });
  const rollsUp = (name: string, expression: string, of = "Price", more = {}) =>
    add(owner, orders.tableId, {
      type: "rollup",
      name,
      options: { expression },
      lookupOptions: {
        foreignTableId: products.tableId,
        linkFieldId: link.id,
        lookupFieldId: idOf(products, of),
        ...more,
      },
    });
  const [assam, mocha, free] = products.table.records.map(({ id }: { id: string }) => ({ id }));
  return { owner, products, orders, link, looksUp, rollsUp, assam, mocha, free };
}

test("lookups and rollups show cells of linked records, as they are now", async () => {
  const { owner: as, products, orders, looksUp, rollsUp, assam, mocha, free, link } = await shop();
  const price = await looksUp("Price", "number");
  expect(price).toMatchObject({
    isLookup: true,
    isComputed: true,
    isMultipleCellValue: true,
    cellValueType: "number",
    dbFieldType: "JSON",
    recordCreate: false,
    options: { formatting: { type: "currency", precision: 2, symbol: "€" } },
    lookupOptions: { relationship: "manyMany", linkFieldId: link.id, foreignTableId: products.tableId },
  });
  await looksUp("Kind", "singleSelect");
  const total = await rollsUp("Total", "sum({values})");
  expect(total).toMatchObject({
    type: "rollup",
    cellValueType: "number",
    dbFieldType: "REAL",
    isComputed: true,
  });
  await rollsUp("How many", "countall({values})");
  const dear = {
    conjunction: "and",
    filterSet: [{ fieldId: idOf(products, "Price"), operator: "isGreater", value: 6 }],
  };
  await rollsUp("Dear", "array_join({values})", "Title", { filter: dear });
  const tax = await add(as, orders.tableId, {
    type: "formula",
    name: "With tax",
    options: { expression: `ROUND({${total.id}} * 1.19, 2)` },
  });
  const { tableId } = orders;
  const created = await call(createRecords, {
    as,
    params: { tableId },
    body: {
      records: [
        { fields: { No: "1", Items: [assam, mocha, free], Total: 99, Price: [1] } },
        { fields: { No: "2", Items: [mocha] } },
        { fields: { No: "3" } },
      ],
    },
  });
  expect(created).toMatchObject({ status: 201 });
  const cells = (records: { fields: Record<string, unknown> }[]) =>
    records.map(({ fields: { Items: _, ...fields } }) => fields);
  const wanted = [
    {
      ...{ No: "1", Price: [5, 8.5], Kind: ["tea", "coffee"], Total: 13.5 },
      ...{ "How many": 3, Dear: "Mocha", "With tax": 16.07 },
    },
    { No: "2", Price: [8.5], Kind: ["coffee"], Total: 8.5, "How many": 1, Dear: "Mocha", "With tax": 10.12 },
    { No: "3", Total: 0, "How many": 0, "With tax": 0 },
  ];
  expect(cells(created.body.records)).toEqual(wanted);
  const list = async (query: Record<string, string> = {}) =>
    (await call(listRecords, { as, params: { tableId }, query })).body.records;
  expect(cells(await list())).toEqual(wanted);
  const text = cells(await list({ cellFormat: "text" }));
  expect(text[0]).toMatchObject({ Price: "€5.00, €8.50", Kind: "tea, coffee", Total: "13.50" });

  // a change there shows here at once
  await call(updateRecord, {
    as,
    params: { tableId: products.tableId, recordId: mocha.id },
    body: { record: { fields: { Price: 10, Title: "Java" } } },
  });
  expect(cells(await list())[0]).toMatchObject({
    Price: [5, 10],
    Total: 15,
    Dear: "Java",
    "With tax": 17.85,
  });

  const names = (records: { fields: { No: string } }[]) => records.map(({ fields }) => fields.No);
  const filter = (fieldId: string, operator: string, value: unknown) =>
    JSON.stringify({ conjunction: "and", filterSet: [{ fieldId, operator, value }] });
  expect(names(await list({ filter: filter(price.id, "isLess", 6) }))).toEqual(["1"]);
  expect(names(await list({ filter: filter(tax.id, "isGreater", 11) }))).toEqual(["1", "2"]);
  expect(names(await list({ orderBy: JSON.stringify([{ fieldId: total.id, order: "desc" }]) }))).toEqual([
    ...["1", "2", "3"],
  ]);
});

test("its own options can be changed; what is left out stays", async () => {
  const { owner: as, orders, looksUp, rollsUp, assam, mocha } = await shop();
  const price = await looksUp("Price", "number");
  const total = await rollsUp("Total", "sum({values})");
  const { tableId } = orders;
  const update = async (fieldId: string, options: object) => {
    const params = { tableId, fieldId };
    const { status, body } = await call(updateField, { as, params, body: { options } });
    return status === 200 ? (await call(getField, { as, params })).body : body.data?.issues;
  };
  const formatting = { type: "decimal", precision: 0 };
  expect(await update(price.id, { formatting })).toMatchObject({ isLookup: true, options: { formatting } });
  expect(await update(price.id, { choices: [] })).toMatchObject([{ path: "options.choices" }]);
  expect(await update(total.id, { expression: "max({values})" })).toMatchObject({
    type: "rollup",
    options: { expression: "max({values})", formatting: { type: "decimal", precision: 2 } },
  });
  expect(await update(total.id, { formatting })).toMatchObject({
    options: { expression: "max({values})", formatting },
  });
  expect(await update(total.id, { expression: "nothing({values})" })).toMatchObject([
    { path: "options.expression" },
  ]);
  const body = { records: [{ fields: { Items: [assam, mocha] } }] };
  await call(createRecords, { as, params: { tableId }, body });
  const shown = await call(listRecords, { as, params: { tableId }, query: { cellFormat: "text" } });
  expect(shown.body.records[0].fields).toMatchObject({ Price: "5, 9", Total: "9" });
});

test("a lookup that loses what it looks up has an error until it is back", async () => {
  const { owner: as, orders, looksUp } = await shop();
  const kind = await looksUp("Kind", "singleSelect");
  const params = { tableId: orders.tableId, fieldId: kind.id };
  expect((await call(getField, { as, params })).body.hasError).toBeUndefined();
  const renamed = await call(updateField, { as, params, body: { name: "Sort" } });
  expect(renamed.status).toBeLessThan(300);
  expect((await call(getField, { as, params })).body).toMatchObject({ name: "Sort", isLookup: true });
});

test("rollups by two links of a table each read their own records", async () => {
  const { owner: as, products, orders, rollsUp, assam, mocha } = await shop();
  await rollsUp("Total", "sum({values})");
  const gifts = await add(as, orders.tableId, {
    type: "link",
    name: "Gifts",
    options: { relationship: "manyMany", foreignTableId: products.tableId, isOneWay: true },
  });
  const lookupOptions = {
    foreignTableId: products.tableId,
    linkFieldId: gifts.id,
    lookupFieldId: idOf(products, "Price"),
  };
  const given = { type: "rollup", name: "Given", options: { expression: "sum({values})" }, lookupOptions };
  await add(as, orders.tableId, given);
  const params = { tableId: orders.tableId };
  const body = { records: [{ fields: { Items: [assam], Gifts: [mocha] } }] };
  await call(createRecords, { as, params, body });
  const [{ fields }] = (await call(listRecords, { as, params })).body.records;
  expect(fields).toMatchObject({ Total: 5, Given: 8.5 });
});

test("a lookup of a link field shows all links, also those that the records there do not keep", async () => {
  const { owner: as, products, orders, assam } = await shop();
  const { tableId } = orders;
  const records = Array.from({ length: 120 }, (_, i) => ({ fields: { No: `${i}`, Items: [assam] } }));
  expect((await call(createRecords, { as, params: { tableId }, body: { records } })).status).toBe(201);
  const boxes = await aTable({ fields: [{ type: "singleLineText", name: "Box" }] }, as, orders);
  const options = { relationship: "manyMany", foreignTableId: products.tableId, isOneWay: true };
  const link = await add(as, boxes.tableId, { type: "link", name: "In", options });
  const looks = {
    lookupOptions: {
      ...{ foreignTableId: products.tableId, linkFieldId: link.id },
      lookupFieldId: (await call(getFields, { as, params: { tableId: products.tableId } })).body.find(
        ({ type }: Shown) => type === "link",
      ).id,
    },
  };
  await add(as, boxes.tableId, { type: "link", isLookup: true, name: "Orders", ...looks });
  await add(as, boxes.tableId, {
    ...{ type: "rollup", name: "Count", options: { expression: "countall({values})" } },
    ...looks,
  });
  const body = { records: [{ fields: { Box: "a", In: [assam] } }] };
  await call(createRecords, { as, params: { tableId: boxes.tableId }, body });
  const [{ fields }] = (await call(listRecords, { as, params: { tableId: boxes.tableId } })).body.records;
  expect(fields.Count).toBe(120);
  expect(fields.Orders.map(({ title }: { title: string }) => title)).toEqual(
    records.map(({ fields }) => fields.No),
  );
});
