/* What is refused when a formula is saved: each message with its place. */
import { expect, test } from "vitest";
import { compileRollup } from "#lib/engine/formula/compile";
import { prepareFormula } from "#lib/engine/formula/evaluate";
import type { Kind, Value } from "#lib/engine/formula/shared/kinds";
import { compile, issuesOf, recordOf, sampleNow } from "./support.ts";

const units =
  "millisecond (ms), second (s), minute (m), hour (h), day (d), week (w), month (M), quarter (Q), year (y)";

test.each([
  ["1 + {n} + SUMM(1)", "line 1, column 11: no function is called SUMM; did you mean SUM?"],
  ["\n  XYZZY(1)", "line 2, column 3: no function is called XYZZY"],
  ["constructor(1)", "line 1, column 1: no function is called CONSTRUCTOR"],
  ["{fldMissing}", "line 1, column 1: no field of this table has the id fldMissing"],
  ["{}", "line 1, column 1: no field of this table has the id {}"],
  [
    "2 * {Price}",
    'line 1, column 5: a formula names fields by id: write {fldPrice00000000} for the field "Price"',
  ],
  [
    "AA(1) + {x}",
    "line 1, column 1: no function is called AA\nline 1, column 9: no field of this table has the id x",
  ],
  ["ROUND()", "line 1, column 1: ROUND takes 1 to 2 values, not 0"],
  ["ABS(1, 2)", "line 1, column 1: ABS takes 1 value, not 2"],
  ["NOW(1)", "line 1, column 1: NOW takes no values, not 1"],
  ["SUM()", "line 1, column 1: SUM takes 1 or more values, not 0"],
  ["MID(1)", "line 1, column 1: MID takes 3 values, not 1"],
  ["SWITCH(1, 2)", "line 1, column 1: SWITCH takes 3 or more values, not 2"],
  ["IF(1, 2, 3, 4)", "line 1, column 1: IF takes 2 to 3 values, not 4"],
  [
    "{d} - {d}",
    "line 1, column 1: a number is needed here, and this is a date; for the time between two dates use DATETIME_DIFF",
  ],
  ["YEAR(5)", "line 1, column 6: a date is needed here, and this is a number"],
  ["YEAR(TRUE)", "line 1, column 6: a date is needed here, and this is true or false"],
  [
    "SUM({d})",
    "line 1, column 5: a number is needed here, and this is a date; for the time between two dates use DATETIME_DIFF",
  ],
  ["MAX({d}, 1)", "line 1, column 10: a date is needed here, and this is a number"],
  ["{d} = 1", "line 1, column 7: a date cannot be compared with a number"],
  ["TRUE < {d}", "line 1, column 8: true or false cannot be compared with a date"],
  [
    "-{d}",
    "line 1, column 2: a number is needed here, and this is a date; for the time between two dates use DATETIME_DIFF",
  ],
  [
    "WORKDAY({d}, 1, 5)",
    'line 1, column 17: holidays are dates, or text with dates as "2024-12-25, 2024-12-26"',
  ],
  ["'abc", "line 1, column 1: this text does not end; end it with '"],
  ['1 & "abc', 'line 1, column 5: this text does not end; end it with "'],
  ["1 /* x", "line 1, column 3: this comment does not end; end it with */"],
  ["{n", "line 1, column 1: this field reference does not end; write it as {fld…}"],
  ["n}", "line 1, column 2: no field reference begins here; write it as {fld…}"],
  ["(1", "line 1, column 1: this bracket does not end; end it with )"],
  ["SUM(1", "line 1, column 4: this bracket does not end; end it with )"],
  ["(1 2)", 'line 1, column 4: expected an operator or ")", found "2"'],
  ["“a”", "line 1, column 1: put text in straight quotes, \" or ', not in “"],
  ["1 +", "line 1, column 4: expected a value, but the formula ends"],
  ["* 2", 'line 1, column 1: expected a value, found "*"'],
  ["SUM(1,)", 'line 1, column 7: expected a value, found ")"'],
  ["1 2", 'line 1, column 3: expected an operator, found "2"'],
  ["1 == 1", 'line 1, column 4: expected a value, found "="'],
  ["1 <> 1", 'line 1, column 4: expected a value, found ">"'],
  ["1 ^ 2", "line 1, column 3: there is no operator ^; use POWER"],
  ["!1", "line 1, column 1: there is no operator !; use NOT or !="],
  ["1 | 2", "line 1, column 3: there is no operator |; use || or OR"],
  ["1 # 2", 'line 1, column 3: "#" has no meaning here'],
  [
    "price + 1",
    "line 1, column 1: price is no value: write a field as {fld…}, a function with brackets, text in quotes",
  ],
  ["TRUE(1)", "line 1, column 1: no function is called TRUE"],
  ["", "line 1, column 1: the formula is empty; write a value"],
  [" \n", "line 1, column 1: the formula is empty; write a value"],
  ["// nothing", "line 1, column 11: expected a value, but the formula ends"],
  ["DATE_ADD({d}, 1, 'moon')", `line 1, column 18: there is no unit "moon"; use ${units}`],
  ["IS_SAME({d}, {d}, 'D')", `line 1, column 19: there is no unit "D"; use ${units}`],
  ["1".repeat(10_001), "line 1, column 10001: a formula has at most 10000 characters; this one has 10001"],
  [`${"(".repeat(101)}1${")".repeat(101)}`, "line 1, column 102: a formula is nested at most 100 deep"],
  [`${"-".repeat(101)}1`, "line 1, column 102: a formula is nested at most 100 deep"],
])("%s", async (formula, issues) => expect(await issuesOf(formula)).toBe(issues));

test("a bad regular expression, with the fault of the engine", async () => {
  expect(await issuesOf('REGEXP_REPLACE({t}, "(", "")')).toMatch(
    /^line 1, column 21: the regular expression is invalid: ./,
  );
  expect(await issuesOf('REGEXP_REPLACE({t}, "(?=a)", "")')).toMatch(/invalid: ./);
  const long = `REGEXP_REPLACE({t}, "${"a".repeat(1001)}", "")`;
  expect(await issuesOf(long)).toContain("more than 1000 characters");
});

test("the limits themselves are allowed", async () => {
  expect(await issuesOf(`${"(".repeat(100)}1${")".repeat(100)}`)).toBe("none");
  expect(await issuesOf(`1${" ".repeat(9999)}`)).toBe("none");
  expect(await issuesOf(`1${"+1".repeat(4999)}`)).toBe("none");
});

test.each<[string, Kind, boolean]>([
  ["{n}", "number", false],
  ["{tags}", "text", true],
  ["{days}", "date", true],
  ["{c}", "boolean", false],
  ["BLANK()", "text", false],
  ["ERROR()", "text", false],
  ["IF(1, BLANK(), 1)", "number", false],
  ['IF(1, 1, "a")', "text", false],
  ["IF(1, {tags}, {tags})", "text", true],
  ["IF(1, {tags}, {t})", "text", false],
  ["MAX({d})", "date", false],
  ["MAX(1)", "number", false],
  ["ARRAY_UNIQUE({n})", "number", true],
  ["{n} + {t}", "text", false],
  ["{n} + {c}", "number", false],
  ["{n} = 1", "boolean", false],
  ["SWITCH(1, 1, {d}, BLANK())", "date", false],
  ["IF(1, IF(1, BLANK()), {d})", "date", false],
  ["COUNTALL({tags})", "number", false],
])("%s is %s, a list: %s", async (formula, kind, isList) =>
  expect(await compile(formula)).toMatchObject({ kind, isList }),
);

test("what a formula depends on", async () => {
  expect(await compile("{n} + {en} * {n}")).toMatchObject({
    uses: ["n", "en"],
    texts: [],
    isLate: false,
    followsEdits: false,
    needsRegexp: false,
  });
  expect(await compile('{n} & "x" & LEN({d}) & COUNTALL({nums})')).toMatchObject({
    uses: ["n", "d", "nums"],
    texts: ["n", "d"],
  });
  for (const late of ["NOW()", "TODAY()", "FROMNOW({d})", "TONOW({d})", "YEAR({late})"])
    expect(await compile(late)).toMatchObject({ isLate: true });
  expect(await compile("LAST_MODIFIED_TIME()")).toMatchObject({ followsEdits: true });
  expect(await compile('REGEXP_REPLACE({t}, "a", "b")')).toMatchObject({ needsRegexp: true });
});

async function rollUp(expression: string, kind: Kind, values: readonly Value[], texts: string[] = []) {
  const compilation = await compileRollup(expression, { kind, isList: true });
  if ("issues" in compilation) throw new Error(compilation.issues.join());
  const { compiled } = compilation;
  const record = { ...recordOf(compiled), value: () => values as Value, texts: () => texts };
  return prepareFormula(compiled, { now: sampleNow, timeZone: "UTC" })(record) ?? null;
}

test.each<[string, Kind, Value[], unknown, unknown]>([
  ["countall", "number", [1, undefined], 2, 0],
  ["COUNTA", "number", [1, undefined], 1, 0],
  ["count", "text", ["1"], 0, 0],
  ["count", "number", [1, 2], 2, 0],
  ["sum", "number", [1, undefined, 2], 3, 0],
  ["sum", "text", ["1", "x"], 1, 0],
  ["max", "number", [1, 3, 2], 3, null],
  ["min", "number", [1, 3], 1, null],
  ["max", "date", [0, 86_400_000], "1970-01-02T00:00:00.000Z", null],
  ["and", "boolean", [true, undefined], null, null],
  ["and", "boolean", [true, true], true, null],
  ["or", "boolean", [undefined, true], true, null],
  ["xor", "boolean", [true, true], null, null],
  ["array_unique", "number", [1, 1, undefined], [1], null],
  ["array_compact", "date", [0, undefined], ["1970-01-01T00:00:00.000Z"], null],
])("the rollup %s of %s %j", async (name, kind, values, answer, ofNothing) => {
  expect(await rollUp(`${name}({values})`, kind, values)).toEqual(answer);
  expect(await rollUp(` ${name} ( { values } ) `, kind, [])).toEqual(ofNothing);
});

test("rollups of text take what the cells show", async () => {
  expect(await rollUp("array_join({values})", "number", [1, 2], ["1.00", "2.00"])).toBe("1.00, 2.00");
  expect(await rollUp("concatenate({values})", "number", [1, 2], ["1.00", "2.00"])).toBe("1.002.00");
  expect(await rollUp("array_join({values})", "text", [])).toBeNull();
});

test("a rollup is one function of {values}", async () => {
  for (const bad of ["sum({values}) + 1", "average({values})", "sum({n})", "sum()", ""])
    expect(await compileRollup(bad, { kind: "number", isList: true })).toEqual({
      issues: [expect.stringMatching(/^line 1, column 1: a rollup is one of countall/)],
    });
  expect(await compileRollup("sum({values})", { kind: "date", isList: true })).toEqual({
    issues: [expect.stringContaining("column 5: a number is needed")],
  });
});
