/* What a formula field says of its result, and which options fit it. */
import { beforeAll, expect, test } from "vitest";
import { handler as createTable } from "#functions/table/create-table";
import { call } from "#test/support/requests/call";
import { aFormulaTable, issuesOf } from "./support.ts";

let table: Awaited<ReturnType<typeof aFormulaTable>>;
beforeAll(async () => {
  table = await aFormulaTable();
});

const decimal = { type: "decimal", precision: 2 };
const day = { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" };

test.each<[formula: string, field: object, options: object]>([
  ["{Name}", { cellValueType: "string", dbFieldType: "TEXT" }, {}],
  ["{Price} * 2", { cellValueType: "number", dbFieldType: "REAL" }, { formatting: decimal }],
  ["{Price} > 2", { cellValueType: "boolean", dbFieldType: "BOOLEAN" }, {}],
  ["{Due}", { cellValueType: "dateTime", dbFieldType: "DATETIME" }, { formatting: day }],
  ["{Tags}", { cellValueType: "string", dbFieldType: "JSON", isMultipleCellValue: true }, {}],
  [
    "ARRAY_UNIQUE({Price})",
    { cellValueType: "number", dbFieldType: "JSON", isMultipleCellValue: true },
    { formatting: decimal },
  ],
  [
    "ARRAY_COMPACT({Due})",
    { cellValueType: "dateTime", dbFieldType: "JSON", isMultipleCellValue: true },
    { formatting: day },
  ],
  ["BLANK()", { cellValueType: "string", dbFieldType: "TEXT" }, {}],
])("%s", async (formula, is, options) => {
  const expression = table.byId(formula);
  const made = await table.formula(expression);
  expect(made).toMatchObject({ type: "formula", isComputed: true, ...is });
  expect(made.isMultipleCellValue).toBe("isMultipleCellValue" in is ? true : undefined);
  expect(made.options).toEqual({ expression, ...options });
});

const url = { type: "url" };
const bar = { type: "bar", color: "red", showValue: true, maxValue: 100 };
const line = { type: "line", color: "red" };

test.each<[formula: string, member: "formatting" | "showAs", value: object, message?: string]>([
  ["'a'", "formatting", decimal, "must be left out: the formula gives text"],
  ["'a'", "showAs", url],
  ["'a'", "showAs", bar, "must be"],
  ["1", "formatting", { type: "currency", symbol: "€", precision: 0 }],
  ["1", "formatting", day, "must be"],
  ["1", "showAs", bar],
  ["1", "showAs", line, "must be"],
  ["ARRAY_UNIQUE(1)", "showAs", line],
  ["TRUE", "formatting", decimal, "must be left out: the formula gives true or false"],
  ["TRUE", "showAs", url, "must be left out: the formula gives true or false"],
  ["NOW()", "formatting", { date: "D/M/YYYY", time: "HH:mm", timeZone: "Asia/Tokyo" }],
  ["NOW()", "formatting", decimal, "must be"],
  ["NOW()", "showAs", url, "must be left out: the formula gives a date"],
])("%s with %s %j", async (expression, member, value, message) => {
  const answer = await table.create({ type: "formula", options: { expression, [member]: value } });
  if (message) {
    expect(answer.status).toBe(400);
    const [issue] = issuesOf(answer) as { path: string; message: string }[];
    expect(issue?.path).toMatch(new RegExp(`^options\\.${member}`));
    if (message.includes(":")) expect(issue?.message).toBe(message);
  } else expect(answer.body.options).toMatchObject({ [member]: value });
});

test("a new expression keeps the options that fit its result; the others get their default", async () => {
  const fine = { type: "decimal", precision: 5 };
  const { id } = await table.formula("1", {}, { formatting: fine, showAs: bar });
  expect((await table.update(id, { expression: "2" })).status).toBe(200);
  expect((await table.field(id)).options).toEqual({ expression: "2", formatting: fine, showAs: bar });

  expect((await table.update(id, { expression: "'a'" })).status).toBe(200);
  expect((await table.field(id)).options).toEqual({ expression: "'a'" });

  expect((await table.update(id, { expression: "NOW()", timeZone: "Asia/Tokyo" })).status).toBe(200);
  expect((await table.field(id)).options).toEqual({
    ...{ expression: "NOW()", timeZone: "Asia/Tokyo" },
    formatting: { ...day, timeZone: "Asia/Tokyo" },
  });
  const unfit = await table.update(id, { expression: "'a'", formatting: fine });
  expect(issuesOf(unfit)).toEqual([
    { path: "options.formatting", message: "must be left out: the formula gives text" },
  ]);
});

test("days are counted in the time zone of the formula", async () => {
  const other = await aFormulaTable();
  const expression = `DATESTR({${other.idOf("Due")}})`;
  await other.formula(expression, { name: "UTC" });
  const { id } = await other.formula(expression, { name: "Tokyo" }, { timeZone: "Asia/Tokyo" });
  await other.add({ Due: "2024-03-30T20:00:00.000Z" });
  expect(await other.cells()).toMatchObject([{ UTC: "2024-03-30", Tokyo: "2024-03-31" }]);
  expect((await other.update(id, { timeZone: "America/New_York" })).status).toBe(200);
  expect(await other.cells()).toMatchObject([{ UTC: "2024-03-30", Tokyo: "2024-03-30" }]);
});

test("a table with a formula as primary field, and formulas of one another in any order", async () => {
  const { owner: as, baseId } = table;
  const [first, last, size, twice] = ["First", "Last0", "Size0", "Twice"].map(
    (name) => `fld${name}00000000000`,
  );
  const formula = (name: string, id: string | undefined, expression: string) => ({
    ...{ type: "formula", name, id, options: { expression } },
  });
  const { status, body } = await call(createTable, {
    as,
    params: { baseId },
    body: {
      fields: [
        { type: "formula", name: "Full", options: { expression: `{${first}} & " " & {${last}}` } },
        formula("Twice", twice, `{${size}} * 2`),
        formula("Size", size, `LEN({${first}})`),
        { type: "singleLineText", name: "First", id: first },
        { type: "singleLineText", name: "Last", id: last },
      ],
      records: [{ fields: { First: "Ada", Last: "Lovelace", Full: "ignored" } }],
    },
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  expect(body.fields[0]).toMatchObject({ isPrimary: true, type: "formula" });
  expect(body.records).toMatchObject([
    {
      name: "Ada Lovelace",
      fields: { Full: "Ada Lovelace", Twice: 6, Size: 3, First: "Ada", Last: "Lovelace" },
    },
  ]);
});
