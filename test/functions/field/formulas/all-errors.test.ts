/* Each error of the language over HTTP, and options that do not fit what a formula gives: a 400 with path, place and message. */
import { beforeAll, expect, test } from "vitest";
import { faultyFormulas } from "#test/engine/formula/faulty-formulas";
import { aFormulaTable, issuesOf } from "./support.ts";

let table: Awaited<ReturnType<typeof aFormulaTable>>;
let formulaId: string;

beforeAll(async () => {
  table = await aFormulaTable({
    fields: [
      { type: "singleLineText", name: "t" },
      { type: "number", name: "n" },
      { type: "date", name: "d" },
      { type: "checkbox", name: "c" },
      { type: "multipleSelect", name: "tags", options: { choices: [{ name: "red" }] } },
    ],
    records: [],
  });
  formulaId = (await table.formula("1")).id;
});

/** With the ids of our fields. A place behind a field is so much later as ids are longer. */
const known = (text: string) => text.replace(/\{(t|n|d|c|tags)\}/g, (_, name) => `{${table.idOf(name)}}`);
const moved = (formula: string, message: string) =>
  message.replace(/^line (\d+), column (\d+)/, (_, line, column) => {
    const before = formula.split("\n")[Number(line) - 1]?.slice(0, Number(column) - 1) ?? "";
    return `line ${line}, column ${known(before).length + 1}`;
  });

// this table has no such name: in errors.test.ts
const formulas = faultyFormulas.filter(([formula]) => !formula.includes("{Prise}"));

test.each(formulas.map(([formula, messages]) => [formula.slice(0, 40), formula, messages]))(
  "%s",
  async (_, formula, messages) => {
    const issues = messages
      .split("\n")
      .map((message) => ({ path: "options.expression", message: moved(formula, message) }));
    const expression = known(formula);
    const created = await table.create({ type: "formula", options: { expression } });
    expect({ status: created.status, issues: issuesOf(created) }).toEqual({ status: 400, issues });
    const updated = await table.update(formulaId, { expression });
    expect({ status: updated.status, issues: issuesOf(updated) }).toEqual({ status: 400, issues });
    expect((await table.field(formulaId)).options.expression).toBe("1");
  },
);

const number = { type: "decimal", precision: 1 };
const day = { date: "YYYY", time: "None", timeZone: "UTC" };
const url = { type: "url" };
const ring = { type: "ring", color: "teal", showValue: true, maxValue: 10 };
const line = { type: "line", color: "teal" };

test.each<[expression: string, options: object, paths: string[]]>([
  ['"a"', { formatting: number }, ["options.formatting"]],
  ['"a"', { formatting: day }, ["options.formatting"]],
  ['"a"', { showAs: ring }, ["options.showAs"]],
  ["1", { formatting: day }, ["options.formatting"]],
  ["1", { showAs: url }, ["options.showAs"]],
  ["1", { showAs: line }, ["options.showAs"]],
  ["1 > 0", { formatting: number }, ["options.formatting"]],
  ["1 > 0", { showAs: url }, ["options.showAs"]],
  ["1 > 0", { formatting: day, showAs: ring }, ["options.formatting", "options.showAs"]],
  ["{d}", { formatting: number }, ["options.formatting"]],
  ["{d}", { showAs: url }, ["options.showAs"]],
  ["ARRAY_UNIQUE({n})", { showAs: ring }, ["options.showAs"]],
  ["ARRAY_UNIQUE({n})", { formatting: day }, ["options.formatting"]],
  ["{tags}", { formatting: number }, ["options.formatting"]],
  ["1", { formatting: { type: "decimal", precision: 9 } }, ["options.formatting"]],
  ["1", { timeZone: "Mars/Olympus" }, ["options.timeZone"]],
  ["1", { timezone: "UTC" }, ["options.timezone"]],
])("%s with %j is refused", async (expression, options, paths) => {
  const sent = { expression: known(expression), ...options };
  for (const answer of [
    await table.create({ type: "formula", options: sent }),
    await table.update(formulaId, sent),
  ]) {
    expect(answer.status).toBe(400);
    const found = (issuesOf(answer) as { path: string }[]).map(({ path }) => path);
    // inside of a member the path goes on
    expect(paths.every((path) => found.some((each) => each.startsWith(path)))).toBe(true);
    expect(found.every((each) => paths.some((path) => each.startsWith(path)))).toBe(true);
  }
});
