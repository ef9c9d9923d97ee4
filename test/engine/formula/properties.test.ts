/* Any formula: printing is read back, what is compiled runs on any values, gives its kind, and its work has a limit. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prepareFormula } from "#lib/engine/formula/evaluate";
import { signatures } from "#lib/engine/formula/functions/signatures";
import { regexpEngine } from "#lib/engine/formula/regexp";
import type { Kind, Value } from "#lib/engine/formula/shared/kinds";
import { parseFormula, type Syntax } from "#lib/engine/formula/syntax/parse";
import { printFormula } from "#lib/engine/formula/syntax/print";
import { compile, evaluate, issuesOf, recordOf, sampleFields, sampleNow } from "./support.ts";

const numbers = [undefined, 0, -1.5, 9e125, 2 ** 53, 0.1, 1e-120, 366, -20_000];
const texts = [
  undefined,
  "abc",
  "$9",
  "(a+)+",
  "2024-02-30",
  "12%",
  "\\",
  "é💥",
  "[",
  "1e9",
  "9999-12-31",
  "month",
  "false",
  "1e999",
];
const dates = [undefined, 0, 253402300799999, -62167219200000, Date.parse("2024-03-31T00:30:00Z")];
const scalars: Record<Kind, readonly (string | number | boolean | undefined)[]> = {
  number: numbers,
  text: texts,
  date: dates,
  boolean: [undefined, true],
};

const leaf = fc.oneof(
  fc.constantFrom(...Object.keys(sampleFields)).map((name) => `{${name}}`),
  fc.constantFrom("0", "1", "2.5", "1e9", "99999", "TRUE", "FALSE", "BLANK()", "NOW()"),
  fc.constantFrom(...texts).map((text) => JSON.stringify(text ?? "")),
);
const { formula } = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    leaf,
    fc
      .tuple(fc.constantFrom(...signatures.keys()), fc.array(tie("formula"), { maxLength: 4 }))
      .map(([name, args]) => `${name}(${args.join(", ")})`),
    fc
      .tuple(
        tie("formula"),
        fc.constantFrom(..."& || && = != > < >= <= + - * / %".split(" ")),
        tie("formula"),
      )
      .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    fc
      .tuple(
        tie("formula"),
        fc.constantFrom(..."& || && = != > < >= <= + - * / %".split(" ")),
        tie("formula"),
      )
      .map(([a, operator, b]) => `${a} ${operator} ${b}`),
    tie("formula").map((of) => `- ${of}`),
  ),
}));

const withoutPlaces = (tree: Syntax) =>
  JSON.stringify(tree, (key, value) => (key === "at" ? undefined : value));

const values = fc.record(
  Object.fromEntries(
    Object.entries(sampleFields).map(([name, { kind, isList }]) => {
      const scalar = fc.constantFrom(...scalars[kind]);
      return [
        name,
        (isList
          ? fc.option(fc.array(scalar, { maxLength: 4 }), { nil: undefined })
          : scalar) as fc.Arbitrary<Value>,
      ];
    }),
  ),
);

const isOfKind: Record<Kind, (value: unknown) => boolean> = {
  number: (value) => typeof value === "number" && Number.isFinite(value) && !Object.is(value, -0),
  text: (value) => typeof value === "string" && value !== "",
  boolean: (value) => value === true,
  date: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
};

test("what is printed is read back as the same tree", () => {
  fc.assert(
    fc.property(formula, (source) => {
      const tree = parseFormula(source);
      expect(withoutPlaces(parseFormula(printFormula(tree)))).toBe(withoutPlaces(tree));
    }),
    { numRuns: 2000 },
  );
});

test("a formula is refused with a place, or gives values of its kind", async () => {
  await fc.assert(
    fc.asyncProperty(
      formula,
      values,
      fc.constantFrom("UTC", "America/New_York", "Australia/Lord_Howe"),
      async (source, cells, timeZone) => {
        const issues = await issuesOf(source);
        if (issues !== "none") {
          expect(issues).toMatch(/^line \d+, column \d+: ./);
          return;
        }
        const compiled = await compile(source);
        const cell = prepareFormula(compiled, { now: sampleNow, timeZone, regexp: regexpEngine })(
          recordOf(compiled, cells),
        );
        if (cell === undefined) return;
        expect(Array.isArray(cell)).toBe(compiled.isList);
        for (const value of [cell].flat())
          expect(isOfKind[compiled.kind](value), `${source} gave ${value}`).toBe(true);
      },
    ),
    { numRuns: 3000 },
  );
}, 60_000);

test("any text is compiled or refused", async () => {
  const piece = fc.constantFrom(
    "{",
    "}",
    "(",
    ")",
    '"',
    "'",
    "\\",
    "/*",
    "*/",
    "//",
    "\n",
    ",",
    "IF",
    "1",
    ".",
    "e",
    "-",
    "&",
    "|",
    "💥",
    "{n}",
    " ",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      expect(await issuesOf(pieces.join(""))).toMatch(/^(none|line \d+, column \d+: .)/);
    }),
    { numRuns: 1000 },
  );
});

describe("hostile formulas are bounded", () => {
  const doubled = (times: number) => {
    let text = 'REPT("x", 100000)';
    for (let i = 0; i < times; i++) text = `SUBSTITUTE(${text}, "x", "x")`;
    return text;
  };
  const longRegexp = `REGEXP_REPLACE(REPT("a", 10000), "${"a?".repeat(400)}$", "b")`;

  test.each([
    ["a chain of 4,999 operators", `1${"+1".repeat(4999)}`, 5000],
    ["a chain that changes its kind", `1${'&"1"*1'.repeat(1600)}`, expect.anything()],
    ["100 deep", `${"ABS(".repeat(100)}1${")".repeat(100)}`, 1],
    ["2,000 brackets", "(".repeat(2000), undefined],
    ["a text repeated", 'REPT(REPT("x", 100000), 100000)', null],
    ["a replacement for each character", 'SUBSTITUTE(REPT("x", 100000), "x", REPT("y", 100000))', null],
    ["a match for each character", 'REGEXP_REPLACE(REPT("x", 100000), "x", REPT("y", 1000))', null],
    ["texts joined", `CONCATENATE(${Array(300).fill('REPT("x", 100000)').join(", ")})`, null],
    ["a catastrophic expression", 'REGEXP_REPLACE(REPT("a", 100000) & "b", "(a+)+$", "x")', null],
    [
      "a catastrophic expression on a shorter text",
      'LEN(REGEXP_REPLACE(REPT("a", 50000) & "b", "(a+)+$", "x"))',
      50_001,
    ],
    [
      "nested stars",
      `REGEXP_REPLACE(REPT("a", 100000), "${"(".repeat(20)}a${")*".repeat(20)}b", "")`,
      expect.anything(),
    ],
    ["an expression of 800 characters", longRegexp, expect.anything()],
    ["many long expressions", `LEN(${Array(10).fill(longRegexp).join(" & ")})`, null],
    ["nested counted repeats", 'IS_ERROR(REGEXP_REPLACE("a", "((a{500}){500}){500}" & "", ""))', true],
    ["90 long texts, one in the other", `LEN(${doubled(90)})`, 100_000],
    ["400 unknown functions", Array(400).fill("FOOBAR()").join("+"), undefined],
    ["SWITCH in SWITCH", `${"SWITCH(1 + ".repeat(45)}1${", 2, 1, 3)".repeat(45)}`, expect.anything()],
    ["working days", Array(200).fill("WORKDAY({d}, 100000)").join(" & "), expect.anything()],
  ])("%s", async (_, source, answer) => {
    expect(source.length).toBeLessThanOrEqual(10_000);
    if (answer === undefined) expect(await issuesOf(source)).toMatch(/^line 1, column/);
    else expect(await evaluate(source)).toEqual(answer);
  });

  test.each([
    ["replaced characters", (size: number) => `SUBSTITUTE(REPT("ab", ${size / 2}), "a", "c")`],
    ["joined characters of two code units", (size: number) => `LEFT(REPT("💥", ${size / 2}), ${size / 2})`],
    ["capitals", (size: number) => `UPPER(REPT("a", ${size}))`],
    ["matches", (size: number) => `REGEXP_REPLACE(REPT("a", ${size}), "a", "b")`],
  ])(
    "the work for %s follows their number: twice as many cost at most three times as much",
    async (_, of) => {
      const workOf = async (size: number) => {
        let work = 0;
        const compiled = await compile(of(size));
        const spent = (units: number) => {
          work = units;
        };
        const run = prepareFormula(compiled, {
          now: sampleNow,
          timeZone: "UTC",
          regexp: regexpEngine,
          spent,
        });
        expect(run(recordOf(compiled))).toHaveLength(size);
        return work;
      };
      const [some, twice] = [await workOf(40_000), await workOf(80_000)];
      expect(some).toBeGreaterThan(40_000 / 25);
      expect(twice).toBeGreaterThan(some * 1.5);
      expect(twice).toBeLessThan(some * 3);
    },
  );

  test("a chain of replacements that doubles and halves a text ends at the work of one cell", async () => {
    let text = 'REPT("ab", 50000)';
    for (let i = 0; i < 30; i++) text = `SUBSTITUTE(SUBSTITUTE(${text}, "a", "c"), "c", "a")`;
    expect(await evaluate(`LEN(${text})`)).toBeNull();
    expect(await evaluate(`IS_ERROR(${text})`)).toBeNull();
  });

  test("a list longer than 10,000", async () => {
    const compiled = await compile("COUNTALL({nums})");
    const run = prepareFormula(compiled, { now: sampleNow, timeZone: "UTC" });
    expect(run(recordOf(compiled, { nums: Array(10_000).fill(1) }))).toBe(10_000);
    expect(run(recordOf(compiled, { nums: Array(10_001).fill(1) }))).toBeUndefined();
  });

  test("work for a cell ends at a million units, and begins anew with the next", async () => {
    const compiled = await compile(Array(200).fill("SUM({nums})").join("+"));
    const run = prepareFormula(compiled, { now: sampleNow, timeZone: "UTC" });
    expect(run(recordOf(compiled, { nums: Array(10_000).fill(1) }))).toBeUndefined();
    expect(run(recordOf(compiled, { nums: [1] }))).toBe(200);
  });

  test("more than 500 fields", async () => {
    const many = Array.from({ length: 501 }, (_, i) => `{f${i}}`).join("+");
    const { compileFormula } = await import("#lib/engine/formula/compile");
    const find = () => ({ kind: "number" as const, isList: false });
    expect(await compileFormula(many, { find })).toEqual({
      issues: [expect.stringContaining("at most 500 fields")],
    });
  });
});
