/* Every kind of fault in a formula is a 400 with its path and its place, wherever the formula is sent. */
import { beforeAll, expect, test } from "vitest";
import { handler as createTable } from "#functions/table/create-table";
import { call } from "#test/support/requests/call";
import { aFormulaTable, issuesOf } from "./support.ts";

const units =
  "millisecond (ms), second (s), minute (m), hour (h), day (d), week (w), month (M), quarter (Q), year (y)";
const missing = "fldMissing000000000";

/** A formula, and its messages. `{Due}` stands for the id of a date field, `{Price}` for that of a number. */
const faults: [formula: string, ...messages: string[]][] = [
  ["1 + SUMM(1)", "line 1, column 5: no function is called SUMM; did you mean SUM?"],
  [`1 +\n  {${missing}}`, `line 2, column 3: no field of this table has the id or name ${missing}`],
  [
    `AA(1) + {${missing}}`,
    "line 1, column 1: no function is called AA",
    `line 1, column 9: no field of this table has the id or name ${missing}`,
  ],
  ["ROUND()", "line 1, column 1: ROUND takes 1 to 2 values, not 0"],
  [
    "{Due} - {Due}",
    "line 1, column 1: a number is needed here, and this is a date; for the time between two dates use DATETIME_DIFF",
  ],
  ["YEAR(5)", "line 1, column 6: a date is needed here, and this is a number"],
  ["{Due} = TRUE", "line 1, column 25: a date cannot be compared with true or false"],
  ["'abc", "line 1, column 1: this text does not end; end it with '"],
  ["1 /* x", "line 1, column 3: this comment does not end; end it with */"],
  ["SUM(1", "line 1, column 4: this bracket does not end; end it with )"],
  ["{fld", "line 1, column 1: this field reference does not end; write it as {fld…}"],
  ["“a”", "line 1, column 1: put text in straight quotes, \" or ', not in “"],
  ["1 +", "line 1, column 4: expected a value, but the formula ends"],
  ["1 2", 'line 1, column 3: expected an operator, found "2"'],
  ["1 ^ 2", "line 1, column 3: there is no operator ^; use POWER"],
  ["", "line 1, column 1: the formula is empty; write a value"],
  ["1".repeat(10_001), "line 1, column 10001: a formula has at most 10000 characters; this one has 10001"],
  [`${"(".repeat(101)}1${")".repeat(101)}`, "line 1, column 102: a formula is nested at most 100 deep"],
  ["DATE_ADD({Due}, 1, 'moon')", `line 1, column 36: there is no unit "moon"; use ${units}`],
  [
    'REGEXP_REPLACE("a", "(", "")',
    expect.stringMatching(/^line 1, column 21: the regular expression is invalid: ./) as unknown as string,
  ],
];

let table: Awaited<ReturnType<typeof aFormulaTable>>;
let formulaId: string;
const byId = (formula: string) => formula.replace(/\{(Due|Price)\}/g, (_, name) => `{${table.idOf(name)}}`);

beforeAll(async () => {
  table = await aFormulaTable();
  formulaId = (await table.formula("1")).id;
});

test.each(faults.map((fault) => [fault[0].slice(0, 40), ...fault]))("%s", async (_, formula, ...messages) => {
  const expression = byId(formula);
  const at = (path: string) => messages.map((message) => ({ path, message }));
  const created = await table.create({ type: "formula", options: { expression } });
  expect({ status: created.status, issues: issuesOf(created) }).toEqual({
    status: 400,
    issues: at("options.expression"),
  });
  const updated = await table.update(formulaId, { expression });
  expect({ status: updated.status, issues: issuesOf(updated) }).toEqual({
    status: 400,
    issues: at("options.expression"),
  });
  const { owner: as, baseId } = table;
  const due = "fldDue0000000000000";
  const inTable = await call(createTable, {
    as,
    params: { baseId },
    body: {
      fields: [
        { type: "singleLineText" },
        { type: "date", id: due },
        { type: "formula", options: { expression: formula.replaceAll("{Due}", `{${due}}`) } },
      ],
    },
  });
  expect({ status: inTable.status, issues: issuesOf(inTable) }).toEqual({
    status: 400,
    issues: at("fields[2].options.expression"),
  });
});

test("a name that no field has is refused with the nearest one", async () => {
  const answer = await table.create({ type: "formula", options: { expression: "1 + {price }" } });
  expect(issuesOf(answer)).toEqual([
    {
      path: "options.expression",
      message: "line 1, column 5: no field of this table has the id or name price; did you mean {Price}?",
    },
  ]);
});

test("without an expression, or with other options, it is refused", async () => {
  for (const options of [undefined, {}, { expression: 1 }, { expression: "1", more: 1 }]) {
    const answer = await table.create({ type: "formula", options });
    expect({ options, status: answer.status }).toEqual({ options, status: 400 });
  }
  const unknownZone = await table.create({
    type: "formula",
    options: { expression: "NOW()", timeZone: "Mars/Olympus" },
  });
  expect(issuesOf(unknownZone)).toMatchObject([{ path: "options.timeZone" }]);
});

test("a formula is never unique or notNull", async () => {
  const answer = await table.create({
    type: "formula",
    unique: true,
    notNull: true,
    options: { expression: "1" },
  });
  expect(answer.status).toBe(400);
  expect(issuesOf(answer)).toEqual([
    { path: "unique", message: "a formula field cannot be unique" },
    { path: "notNull", message: "a formula field cannot be notNull" },
  ]);
});

test("nothing that is refused changes the field", async () => {
  expect((await table.field(formulaId)).options).toMatchObject({ expression: "1" });
});
