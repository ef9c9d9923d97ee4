/* A formula that would depend on itself is refused with the path of fields. */
import { expect, test } from "vitest";
import { handler as createTable } from "#functions/table/create-table";
import { call } from "#test/support/requests/call";
import { aFormulaTable, issuesOf } from "./support.ts";

const inTable = (path: string) => [
  { path: "options.expression", message: `the formula depends on itself: ${path}` },
];

test("a formula of itself", async () => {
  const table = await aFormulaTable();
  const { id } = await table.formula("1", { name: "A" });
  const answer = await table.update(id, { expression: `{${id}} + 1` });
  expect({ status: answer.status, issues: issuesOf(answer) }).toEqual({
    status: 400,
    issues: inTable(`"A" (${id}) → "A" (${id})`),
  });
  expect(await table.field(id)).toMatchObject({ options: { expression: "1" } });
});

test("a formula over three others, closed by an update", async () => {
  const table = await aFormulaTable();
  const a = await table.formula("1", { name: "A" });
  const b = await table.formula(`{${a.id}}`, { name: "B" });
  const c = await table.formula(`{${b.id}}`, { name: "C" });
  const answer = await table.update(a.id, { expression: `{${c.id}} * 2` });
  expect(answer.status).toBe(400);
  expect(issuesOf(answer)).toEqual(inTable(`"A" (${a.id}) → "C" (${c.id}) → "B" (${b.id}) → "A" (${a.id})`));
  expect(await table.field(a.id)).not.toHaveProperty("hasError", true);
});

test("in the creation of a table each formula of the cycle is named; others are not", async () => {
  const { owner: as, baseId } = await aFormulaTable();
  const [a, b] = ["fldCycleA0000000000", "fldCycleB0000000000"];
  const formula = (name: string, expression: string, more = {}) => ({
    ...{ type: "formula", name, options: { expression } },
    ...more,
  });
  const fields = [
    { type: "singleLineText", name: "Name" },
    formula("A", `{${b}}`, { id: a }),
    formula("B", `{${a}}`, { id: b }),
    formula("C", "1"),
  ];
  const answer = await call(createTable, { as, params: { baseId }, body: { fields } });
  expect(answer.status).toBe(400);
  expect(issuesOf(answer)).toEqual([
    {
      path: "fields[2].options.expression",
      message: `the formula depends on itself: "B" (${b}) → "A" (${a}) → "B" (${b})`,
    },
    {
      path: "fields[1].options.expression",
      message: `the formula depends on itself: "A" (${a}) → "B" (${b}) → "A" (${a})`,
    },
  ]);
});

test("two callers close half of a cycle each at once: one wins, the other hears of the cycle", async () => {
  for (let round = 0; round < 5; round++) {
    const table = await aFormulaTable();
    const a = await table.formula("1", { name: "A" });
    const b = await table.formula("2", { name: "B" });
    const answers = await Promise.all([
      table.update(a.id, { expression: `{${b.id}}` }),
      table.update(b.id, { expression: `{${a.id}}` }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(JSON.stringify(refused?.body)).toContain("the formula depends on itself");
    const expressions = [await table.field(a.id), await table.field(b.id)].map((field) => {
      expect(field).not.toHaveProperty("hasError", true);
      return field.options.expression;
    });
    expect(expressions.filter((expression: string) => expression.includes("{"))).toHaveLength(1);
  }
});
