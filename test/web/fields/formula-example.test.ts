/* The example of a formula in the editor: the same as the cell that the server gives once the formula is saved. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as getRecord } from "#functions/record/get-record";
import type { Field } from "#lib/schemas/tables/field";
import { checkText } from "#lib/web/browser/fields/formula/check-formula";
import { type ExampleRecord, evaluateExamples } from "#lib/web/browser/fields/formula/evaluate-example";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const amount = { type: "currency", precision: 2, symbol: "€" };
const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Price", options: { formatting: amount } },
  { type: "checkbox", name: "Paid" },
  {
    type: "date",
    name: "Due",
    options: { formatting: { date: "YYYY-MM-DD", time: "HH:mm", timeZone: "Europe/Berlin" } },
  },
  { type: "multipleSelect", name: "Tags", options: { choices: [{ name: "new" }, { name: "old" }] } },
  { type: "singleSelect", name: "State", options: { choices: [{ name: "open" }] } },
  { type: "rating", name: "Stars", options: { max: 5, icon: "star", color: "yellowBright" } },
  { type: "longText", name: "Notes" },
];
const full = {
  ...{ Name: "Ada", Price: 1234.5, Paid: true, Due: "2026-03-01T22:30:00.000Z", Tags: ["new", "old"] },
  ...{ State: "open", Stars: 4, Notes: "a\nb" },
};

const expressions = [
  "{Name} & '!'",
  "{Price} * 2",
  "{Price} & ''",
  "{Price} / 3",
  "IF({Paid}, 'yes', 'no')",
  "NOT({Paid})",
  "{Paid} & ''",
  "{Due} & ''",
  "DATE_ADD({Due}, 1, 'days')",
  "DATETIME_FORMAT({Due}, 'YYYY-MM-DD HH:mm')",
  "DAY({Due})",
  "{Tags}",
  "ARRAY_JOIN({Tags}, ' + ')",
  "COUNTA({Tags})",
  "{State} & '/' & {Stars}",
  "LEN({Notes})",
  "AUTO_NUMBER()",
  "RECORD_ID()",
  "IF({Name} > 'B', 1, 2)",
  "{Twice} + 1",
  "{Twice} & ''",
  "{Shouted} & '?'",
  "REGEXP_REPLACE({Name}, '[a-z]', 'x')",
  "1 / 0",
];

test("of records with all and with no cells it is what the server will answer", async () => {
  const { owner, tableId, table } = await aTable({ fields, records: [{ fields: full }, { fields: {} }] });
  const as = { as: owner, params: { tableId } };
  const add = async (name: string, expression: string) =>
    (await call(createField, { ...as, body: { type: "formula", name, options: { expression } } })).body.id;
  await add("Twice", "{Price} / 3 * 2");
  await add("Shouted", "UPPER({Name})");
  const known: Field[] = (await call(listFields, as)).body;
  const read = async (recordId: string, cellFormat: string) =>
    (
      await call(getRecord, {
        ...{ as: owner, params: { tableId, recordId } },
        query: { fieldKeyType: "id", cellFormat },
      })
    ).body;
  const examples = await Promise.all(
    table.records.map(async ({ id }: { id: string }): Promise<ExampleRecord> => {
      const [{ fields: cells, ...rest }, { fields: texts }] = [
        await read(id, "json"),
        await read(id, "text"),
      ];
      return { ...rest, cells, texts };
    }),
  );
  const mine: unknown[] = [];
  const theirs: unknown[] = [];
  for (const [i, expression] of expressions.entries()) {
    const compilation = await checkText(expression, known);
    if (!("compiled" in compilation)) throw new Error(`${expression}: ${compilation.issues.join()}`);
    const fieldId = await add(`F${i}`, expression);
    const values = await evaluateExamples(compilation.compiled, known, examples);
    for (const [k, example] of examples.entries()) {
      mine.push([expression, values[k]]);
      theirs.push([expression, (await read(example.id, "json")).fields[fieldId]]);
    }
  }
  expect(mine).toEqual(theirs);
});
