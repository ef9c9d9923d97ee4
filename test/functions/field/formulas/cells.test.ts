import { beforeAll, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

type Made = Awaited<ReturnType<typeof aTable>>;
let made: Made;
const idOf = ({ table }: Made, name: string): string =>
  table.fields.find((field: { name: string }) => field.name === name).id;

beforeAll(async () => {
  made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "Price" },
      { type: "number", name: "Count", options: { formatting: { type: "decimal", precision: 0 } } },
      { type: "multipleSelect", name: "Tags", options: { choices: [{ name: "red" }, { name: "blue" }] } },
      { type: "date", name: "Due" },
    ],
    records: [],
  });
});

const aFormula = async (expression: string, name: string, options = {}) => {
  const { status, body } = await call(createField, {
    as: made.owner,
    params: { tableId: made.tableId },
    body: { type: "formula", name, options: { expression, ...options } },
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
};

test("a formula gives cells in answers of writes and reads, in filters, orders, groups and searches", async () => {
  const price = idOf(made, "Price");
  const count = idOf(made, "Count");
  const total = await aFormula(`{${price}} * {${count}}`, "Total");
  expect(total).toMatchObject({
    type: "formula",
    isComputed: true,
    cellValueType: "number",
    dbFieldType: "REAL",
    options: { expression: `{${price}} * {${count}}`, formatting: { type: "decimal", precision: 2 } },
    recordCreate: false,
  });
  await aFormula(`{${total.id}} & " €"`, "Label");
  const { owner: as, tableId } = made;
  const created = await call(createRecords, {
    as,
    params: { tableId },
    body: {
      records: [
        { fields: { Name: "a", Price: 2.5, Count: 3, Total: 99 } },
        { fields: { Name: "b", Price: 1, Count: 100 } },
        { fields: { Name: "c" } },
      ],
    },
  });
  expect(created.status).toBe(201);
  expect(created.body.records.map(({ fields }: { fields: Record<string, unknown> }) => fields)).toEqual([
    { Name: "a", Price: 2.5, Count: 3, Total: 7.5, Label: "7.5 €" },
    { Name: "b", Price: 1, Count: 100, Total: 100, Label: "100 €" },
    { Name: "c", Label: " €" },
  ]);
  const list = async (query: Record<string, string>) =>
    (await call(listRecords, { as, params: { tableId }, query })).body.records.map(
      ({ fields }: { fields: { Name: string } }) => fields.Name,
    );
  const only = (operator: string, value: unknown, fieldId = total.id) =>
    JSON.stringify({ conjunction: "and", filterSet: [{ fieldId, operator, value }] });
  expect(await list({ filter: only("isGreater", 10) })).toEqual(["b"]);
  expect(await list({ orderBy: JSON.stringify([{ fieldId: total.id, order: "desc" }]) })).toEqual([
    "b",
    "a",
    "c",
  ]);
  const ids = created.body.records.map(({ id }: { id: string }) => id);
  const updated = await call(updateRecords, {
    as,
    params: { tableId },
    body: { records: [{ id: ids[2], fields: { Price: 1, Count: 1 } }] },
  });
  expect(updated.body.records?.[0]?.fields ?? updated.body[0].fields).toMatchObject({
    Total: 1,
    Label: "1 €",
  });
});
