/* Numbers over several fields: no digit is lost on the way, and each place shows the same rounded decimal. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { aFormulaTable } from "./support.ts";

test("100 / 3 in one formula and * 3 in the next is 100, also in filters; cells have 15 digits", async () => {
  const table = await aFormulaTable();
  const third = await table.formula(`{${table.idOf("Price")}} / 3`, { name: "Third" });
  const whole = await table.formula(`{${third.id}} * 3`, { name: "Whole" });
  await table.formula(`INT({${whole.id}})`, { name: "Int" });
  await table.formula(`IF({${whole.id}} >= {${table.idOf("Price")}}, "full", "part")`, { name: "Is" });
  await table.add({ Price: 100 }, { Price: 10 }, { Price: 1 });
  expect(await table.cells()).toEqual([
    { Price: 100, Third: 33.3333333333333, Whole: 100, Int: 100, Is: "full" },
    { Price: 10, Third: 3.33333333333333, Whole: 10, Int: 10, Is: "full" },
    { Price: 1, Third: 0.333333333333333, Whole: 1, Int: 1, Is: "full" },
  ]);
  const filter = (fieldId: string, value: number) =>
    JSON.stringify({ conjunction: "and", filterSet: [{ fieldId, operator: "is", value }] });
  expect(await table.cells({ filter: filter(whole.id, 100) })).toHaveLength(1);
  expect(await table.cells({ filter: filter(third.id, 33.3333333333333) })).toHaveLength(1);
});

test("rollups of formulas, and formulas of rollups, lose no digit either; lookups show 15", async () => {
  const goods = await aFormulaTable();
  const third = await goods.formula(`{${goods.idOf("Price")}} / 3`, { name: "Third" });
  const ids = (await goods.add({ Price: 100 }, { Price: 100 }, { Price: 100 })).map(({ id }) => ({ id }));
  const fields = [{ type: "singleLineText", name: "No" }];
  const { tableId } = await aTable({ fields }, goods.owner, goods);
  const add = async (body: object) => {
    const answer = await call(createField, { as: goods.owner, params: { tableId }, body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  const link = await add({
    type: "link",
    name: "Goods",
    options: { relationship: "manyMany", foreignTableId: goods.tableId },
  });
  const lookupOptions = { foreignTableId: goods.tableId, linkFieldId: link.id, lookupFieldId: third.id };
  await add({ type: "formula", name: "Thirds", isLookup: true, lookupOptions });
  const sum = await add({
    type: "rollup",
    name: "Sum",
    options: { expression: "sum({values})" },
    lookupOptions,
  });
  const count = await add({
    type: "rollup",
    name: "Count",
    options: { expression: "countall({values})" },
    lookupOptions,
  });
  await add({ type: "formula", name: "Int", options: { expression: `INT({${sum.id}})` } });
  await add({ type: "formula", name: "People", options: { expression: `{${count.id}} & " people"` } });
  expect(count.options.formatting).toEqual({ type: "decimal", precision: 0 });
  await call(createRecords, {
    as: goods.owner,
    params: { tableId },
    body: { records: [{ fields: { Goods: ids } }] },
  });
  const shown = await call(listRecords, { as: goods.owner, params: { tableId } });
  expect(shown.body.records[0].fields).toMatchObject({
    Thirds: [33.3333333333333, 33.3333333333333, 33.3333333333333],
    Sum: 100,
    Int: 100,
    People: "3 people",
  });
});

test("results that are always whole are shown without decimals, unless a formatting was sent", async () => {
  const table = await aFormulaTable();
  const name = `{${table.idOf("Name")}}`;
  const due = `{${table.idOf("Due")}}`;
  const precisionOf = async (expression: string) =>
    (await table.formula(expression)).options.formatting.precision;
  for (const whole of [
    `LEN(${name})`,
    `YEAR(${due})`,
    `COUNTALL({${table.idOf("Tags")}}) + 1`,
    `IF(${name}, LEN(${name}), 0)`,
    `DATETIME_DIFF(${due}, "2024-01-01")`,
    `ROUND({${table.idOf("Price")}})`,
    `MAX(LEN(${name}), 3) * 2`,
    "AUTO_NUMBER()",
    `-INT({${table.idOf("Price")}})`,
  ])
    expect(await precisionOf(whole), whole).toBe(0);
  for (const other of [
    `{${table.idOf("Price")}}`,
    `LEN(${name}) / 2`,
    `ROUND({${table.idOf("Price")}}, 1)`,
    `DATETIME_DIFF(${due}, "2024-01-01", "day", TRUE)`,
    `IF(${name}, LEN(${name}), 0.5)`,
    `SUM(LEN(${name}), ${name})`,
  ])
    expect(await precisionOf(other), other).toBe(2);
  const formatting = { type: "decimal", precision: 2 };
  const sent = await table.formula(`LEN(${name})`, {}, { formatting });
  expect(sent.options.formatting).toEqual(formatting);
});

test("a formatting that was not chosen follows the result; one that was sent stays", async () => {
  const table = await aFormulaTable();
  const name = `{${table.idOf("Name")}}`;
  const own = await table.formula(`LEN(${name})`);
  await table.update(own.id, { expression: `LEN(${name}) / 2` });
  expect((await table.field(own.id)).options.formatting).toEqual({ type: "decimal", precision: 2 });
  await table.update(own.id, { formatting: { type: "decimal", precision: 1 } });
  await table.update(own.id, { expression: `LEN(${name})` });
  expect((await table.field(own.id)).options.formatting).toEqual({ type: "decimal", precision: 1 });
});

test("numbers are joined by their shortest decimal, whatever their formatting; cells as text are rounded in decimal", async () => {
  const table = await aFormulaTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      {
        type: "number",
        name: "Price",
        options: { formatting: { type: "currency", symbol: "$", precision: 2 } },
      },
      { type: "number", name: "Part", options: { formatting: { type: "percent", precision: 1 } } },
    ],
    records: [],
  });
  await table.formula(table.byId('{Price} & "x"'), { name: "A" });
  await table.formula(table.byId('{Part} & ""'), { name: "B" });
  await table.formula(table.byId('LEN({Price}) & CONCATENATE({Part}, "/")'), { name: "C" });
  await table.add({ Price: 1.575, Part: 0.0145 });
  expect(await table.cells({ cellFormat: "text" })).toEqual([
    { Price: "$1.58", Part: "1.5%", A: "1.575x", B: "0.0145", C: "50.0145/" },
  ]);
});
