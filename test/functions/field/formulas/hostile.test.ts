/* Formulas that would take long: they are bounded, and the table stays usable. */
import { expect, test } from "vitest";
import { handler as createTable } from "#functions/table/create-table";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { aFormulaTable } from "./support.ts";

test("490 formulas in a chain, made in one call, in the order against the chain", async () => {
  const { owner: as, baseId } = await aTable();
  const idOf = (n: number) => `fldChain${String(n).padStart(11, "0")}`;
  const length = 490;
  const chain = Array.from({ length }, (_, i) => ({
    ...{ type: "formula", id: idOf(i), name: `F${i}` },
    options: { expression: i === length - 1 ? "{fldStart00000000000} + 1" : `{${idOf(i + 1)}} + 1` },
  }));
  const fields = [
    { type: "singleLineText", name: "Name" },
    { type: "number", name: "Start", id: "fldStart00000000000" },
    ...chain,
  ];
  const { status, body } = await call(createTable, {
    as,
    params: { baseId },
    body: { fields, records: [{ fields: { Start: 10 } }] },
  });
  expect(status).toBe(201);
  expect(body.records[0].fields).toMatchObject({ F489: 11, F488: 12, F0: 500 });
});

test("a chain that doubles at each step runs each formula once", async () => {
  const table = await aFormulaTable();
  let { id } = await table.formula(`{${table.idOf("Price")}}`, { name: "D0" });
  for (let n = 1; n <= 60; n++) ({ id } = await table.formula(`({${id}} + {${id}}) / 2`, { name: `D${n}` }));
  const [record] = await table.add({ Price: 7 });
  expect(record?.fields).toMatchObject({ D0: 7, D60: 7 });
});

test("a formula of 10,000 characters, and regular expressions that are slow elsewhere", async () => {
  const table = await aFormulaTable();
  const long = `1${"+1".repeat(4999)}`;
  await table.formula(`${long} `, { name: "Long" });
  await table.formula(`LEN(REGEXP_REPLACE(REPT("a", 5000) & "b", "(a+)+$", "x"))`, { name: "Stars" });
  await table.formula(`REGEXP_REPLACE({${table.idOf("Name")}}, "^(\\\\w|\\\\w\\\\w)*!$", "x")`, {
    name: "Words",
  });
  const [record] = await table.add({ Name: "a".repeat(5000) });
  expect(record?.fields).toEqual({
    Name: "a".repeat(5000),
    Long: 5000,
    Stars: 5001,
    Words: "a".repeat(5000),
  });
});

test("what one cell may do is bounded, and what one call may do: a 400 that says what to do; nothing is written", async () => {
  const table = await aFormulaTable();
  const heavy = `LEN(LEFT(REPT("💥", 49000), 40000))`;
  await table.formula(`SUM(${Array(100).fill(heavy).join(",")})`, { name: "Heavy" });
  await table.formula("1", { name: "One" });
  const [first] = await table.add({ Name: "first" });
  expect(first?.fields).toEqual({ Name: "first", One: 1 });
  const many = Array.from({ length: 20 }, (_, i) => ({ Name: `${i}` }));
  await expect(table.add(...many)).rejects.toThrow("ask for fewer records or fields");
  const projection = { "projection[]": "Name" };
  expect(await table.cells(projection)).toEqual([{ Name: "first" }]);

  for (let n = 0; n < 4; n++) await table.add(...many.slice(0, 5));
  const whole = await table.list();
  expect(whole.status).toBe(400);
  expect(whole.body).toMatchObject({
    code: "validation_error",
    message: expect.stringContaining("take too much work for one call; ask for fewer records or fields"),
  });
  expect(await table.cells(projection)).toHaveLength(21);
  expect(await table.cells({ take: "3" })).toHaveLength(3);
});
