/* What formulas do is counted as work by what it takes, about 0.1 µs a unit; the times are lines of `npm run bench -- hostile-work`. */
import { describe, expect, test } from "vitest";
import { prepareFormula } from "#lib/engine/formula/evaluate";
import { regexpEngine } from "#lib/engine/formula/regexp";
import { compile, recordOf, sampleNow } from "./support.ts";

/** The units of work of a formula. */
async function workOf(source: string): Promise<number> {
  const compiled = await compile(source);
  let work = 0;
  const spent = (units: number) => {
    work += units;
  };
  const clock = { now: sampleNow, timeZone: "America/New_York", regexp: regexpEngine, spent };
  prepareFormula(compiled, clock)(recordOf(compiled));
  return work;
}

const long = 'REPT("ab", 45000)';

describe("work is counted", () => {
  test.each([
    ["the parts of a text that becomes too long", `IS_ERROR(SUBSTITUTE(${long}, "a", "aaa"))`, 45_000],
    ["looking for what is not there", `SUBSTITUTE(${long}, "aaaaaaab", "b")`, 3800],
    ["comparing long texts in order", `${long} < ${long}`, 36_000],
    ["long texts that are equal", `${long} = ${long}`, 2600],
    ["a long text as truth", `AND(REPT(" ", 90000))`, 1700],
    ["matches of a regular expression", `LEN(REGEXP_REPLACE(REPT("a", 1000), "a", "b"))`, 10_000],
    ["groups of a regular expression", `LEN(REGEXP_REPLACE(REPT("a", 1000), "(a)(a)", "$1"))`, 15_000],
    ["an error that is caught", "IS_ERROR(1 / 0)", 50],
    ["a remainder of numbers that are not whole", "MOD(10.5, 0.7)", 50],
    ["a remainder as an operator", "10.5 % 0.7", 50],
    ["a text that is read as a date", 'DAY("2024-03-30")', 50],
    ["a date that is written", 'DATETIME_FORMAT({d}, "YYYY-MM-DD HH:mm")', 100],
    ["a date that is joined to a text", 'DATE_ADD({d}, 1, "day") & ""', 100],
    ["a date that is read by a pattern", 'DATETIME_PARSE("2024-03-30", "YYYY-MM-DD")', 50],
    ["offsets of a zone that were not asked for before", 'DAY(DATE_ADD("1607-05-01", {n}, "month"))', 100],
    ["a number that is joined to a text", '{n} & ""', 6],
  ])("%s", async (_, source, least) => {
    expect(await workOf(source)).toBeGreaterThanOrEqual(least);
  });
});

test("what is short stays cheap: sums, comparisons and remainders of whole numbers are a unit for each part", async () => {
  expect(await workOf("{n} + 1 > MOD({n}, 5) * 2")).toBeLessThanOrEqual(12);
});
