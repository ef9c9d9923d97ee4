/* What is refused when a formula is saved: each message with its place. */
import { expect, test } from "vitest";
import { compileRollup } from "#lib/engine/formula/compile";
import { prepareFormula } from "#lib/engine/formula/evaluate";
import type { Kind, Value } from "#lib/engine/formula/shared/kinds";
import { faultyFormulas } from "./faulty-formulas.ts";
import { compile, issuesOf, recordOf, sampleNow } from "./support.ts";

test.each(faultyFormulas)("%s", async (formula, issues) => expect(await issuesOf(formula)).toBe(issues));

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
    texts: ["d"],
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

test("rollups of text join numbers by their shortest decimal", async () => {
  expect(await rollUp("array_join({values})", "number", [1, 2], ["1.00", "2.00"])).toBe("1, 2");
  expect(await rollUp("concatenate({values})", "number", [1, 2], ["1.00", "2.00"])).toBe("12");
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
