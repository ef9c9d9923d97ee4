/* Formulas that name fields by their names: they are stored with ids. */
import { describe, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createTable } from "#functions/table/create-table";
import { aBase, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { aFormulaTable } from "./support.ts";

const rename = (table: Awaited<ReturnType<typeof aFormulaTable>>, fieldId: string, name: string) =>
  call(updateField, { as: table.owner, params: { tableId: table.tableId, fieldId }, body: { name } });
const expressionOf = (field: { options: { expression: string } }) => field.options.expression;

test("201: names become ids, everything else of the text stays, and the formula goes on after a field is renamed", async () => {
  const table = await aFormulaTable();
  const made = await table.formula('/* {Price} */ "{Price}" & {Price} &\n  round( { Price } ) // {Name}');
  const byId = `/* {Price} */ "{Price}" & {${table.idOf("Price")}} &\n  round( {${table.idOf("Price")}} ) // {Name}`;
  expect(expressionOf(made)).toBe(byId);
  expect(expressionOf(await table.field(made.id))).toBe(byId);
  await table.add({ Price: 1.5 });
  const before = await table.cells();
  expect(before).toEqual([{ Price: 1.5, [made.name]: "{Price}1.52" }]);
  await rename(table, table.idOf("Price"), "Cost");
  expect(expressionOf(await table.field(made.id))).toBe(byId);
  expect(await table.cells()).toEqual([{ Cost: 1.5, [made.name]: "{Price}1.52" }]);
});

test("200: an update by name, sent twice, changes once; other options leave it", async () => {
  const table = await aFormulaTable();
  const { id } = await table.formula("1");
  const times = new Set<string>();
  for (let i = 0; i < 2; i++) {
    expect((await table.update(id, { expression: "{Price} * 2" })).status).toBe(200);
    times.add((await table.field(id)).lastModifiedTime);
  }
  expect(times.size).toBe(1);
  expect((await table.update(id, { timeZone: "Asia/Tokyo" })).status).toBe(200);
  const { options } = await table.field(id);
  expect(options).toMatchObject({ expression: `{${table.idOf("Price")}} * 2`, timeZone: "Asia/Tokyo" });
});

test("200: a conversion to a formula takes names", async () => {
  const table = await aFormulaTable();
  const { status, body } = await call(convertField, {
    as: table.owner,
    params: { tableId: table.tableId, fieldId: table.idOf("Tags") },
    body: { type: "formula", options: { expression: "{Price} + 1" } },
  });
  expect({ status, expression: expressionOf(body) }).toEqual({
    status: 200,
    expression: `{${table.idOf("Price")}} + 1`,
  });
});

describe("which field a name means", () => {
  test("case counts, and so do spaces inside, other scripts and names of functions", async () => {
    const names = ["Amount", "amount", "Unit price", "Größe 🚀", "SUM", "TRUE", "a,b", "values"];
    const table = await aFormulaTable({
      fields: [{ type: "singleLineText", name: "Key" }, ...names.map((name) => ({ type: "number", name }))],
      records: [],
    });
    const made = await table.formula(`SUM(${names.map((name) => `{${name}}`).join(", ")})`);
    expect(expressionOf(made)).toBe(`SUM(${names.map((name) => `{${table.idOf(name)}}`).join(", ")})`);
    await table.add(Object.fromEntries(names.map((name, i) => [name, 10 ** i])));
    expect((await table.cells())[0]?.[made.name]).toBe(11_111_111);
  });

  test("an id wins over a name", async () => {
    const table = await aFormulaTable();
    const price = table.idOf("Price");
    const { body: other } = await table.create({ type: "number", name: price });
    expect(expressionOf(await table.formula(`{${price}}`))).toBe(`{${price}}`);
    await rename(table, other.id, "Other");
  });

  test("400: a name with braces cannot be written; its id can", async () => {
    const table = await aFormulaTable();
    const { body: field } = await table.create({ type: "number", name: "a{b}" });
    expect((await table.create({ type: "formula", options: { expression: "{a{b}}" } })).status).toBe(400);
    expect(expressionOf(await table.formula(`{${field.id}}`))).toBe(`{${field.id}}`);
  });

  test("400: unknown names, each at its place in the text as it was sent, with the nearest", async () => {
    const table = await aFormulaTable();
    const answer = await table.create({
      type: "formula",
      options: { expression: "{Price} + {Prize} +\n{NAME} + {Zebra} + {fldNone}" },
    });
    expect(answer.body.data.issues.map(({ message }: { message: string }) => message)).toEqual([
      "line 1, column 11: no field of this table has the id or name Prize; did you mean {Price}?",
      "line 2, column 1: no field of this table has the id or name NAME; did you mean {Name}?",
      "line 2, column 10: no field of this table has the id or name Zebra",
      "line 2, column 20: no field of this table has the id or name fldNone",
    ]);
  });

  test("400: a deleted field's id that another field has as its name is not taken over later", async () => {
    const table = await aFormulaTable();
    const price = table.idOf("Price");
    const made = await table.formula("{Price} * 2");
    await table.remove(price);
    expect(await table.field(made.id)).toMatchObject({ hasError: true });
    await table.create({ type: "number", name: price });
    expect(await table.field(made.id)).toMatchObject({
      hasError: true,
      options: { expression: `{${price}} * 2` },
    });
  });
});

describe("in one call", () => {
  test("201: the formulas of a new table name fields of it, also later ones and each other", async () => {
    const owner = await someone();
    const { baseId } = await aBase(owner);
    const { status, body } = await call(createTable, {
      as: owner,
      params: { baseId },
      body: {
        fields: [
          { type: "singleLineText", name: "Name" },
          { type: "formula", name: "Double", options: { expression: "{Sum} * 2" } },
          { type: "formula", name: "Sum", options: { expression: "{Count} + 1" } },
          { type: "number", name: "Count" },
        ],
        records: [{ fields: { Count: 2 } }],
      },
    });
    expect(status).toBe(201);
    const [, double, sum, count] = body.fields;
    expect([expressionOf(double), expressionOf(sum)]).toEqual([`{${sum.id}} * 2`, `{${count.id}} + 1`]);
    expect(body.records[0].fields).toMatchObject({ Double: 6, Sum: 3 });
  });

  test("400: formulas that name each other are a cycle, by name too", async () => {
    const owner = await someone();
    const { baseId } = await aBase(owner);
    const fields = [
      { type: "singleLineText", name: "Name" },
      { type: "formula", name: "A", options: { expression: "{B}" } },
      { type: "formula", name: "B", options: { expression: "{A}" } },
    ];
    const answer = await call(createTable, { as: owner, params: { baseId }, body: { fields } });
    const { status, paths } = refusal(answer);
    expect({ status, paths: paths.toSorted() }).toEqual({
      status: 400,
      paths: ["fields[1].options.expression", "fields[2].options.expression"],
    });
    expect(answer.body.data.issues[0].message).toMatch(/^the formula depends on itself: "[AB]" /);
    const table = await aFormulaTable();
    const made = await table.formula("{Price}", { name: "Own" });
    expect((await table.update(made.id, { expression: "{Own} + 1" })).status).toBe(400);
  });
});

test("400: a text that is too long with ids is refused, and not broken later", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const sum = Array.from({ length: 2000 }, () => "{a}").join("+");
  const fields = [
    { type: "number", name: "a" },
    { type: "formula", name: "Sum", options: { expression: sum } },
  ];
  const answer = await call(createTable, { as: owner, params: { baseId }, body: { fields } });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["fields[1].options.expression"] });
  expect(answer.body.message).toContain("with ids in place of names, the formula has 43999 characters");
});

test("400: a field that is named by a new field of the same call only by its former name", async () => {
  const table = await aFormulaTable();
  await rename(table, table.idOf("Price"), "Cost");
  const answer = await call(createField, {
    as: table.owner,
    params: { tableId: table.tableId },
    body: { type: "formula", options: { expression: "{Price}" } },
  });
  expect(answer.status).toBe(400);
});
