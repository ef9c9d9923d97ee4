import fc from "fast-check";
import { expect, test } from "vitest";
import { FilterText } from "#lib/schemas/tables/tql";

const item = (fieldId: string, operator: string, value: unknown) => ({
  fieldId,
  operator,
  value,
  isSymbol: true,
});
const and = (...filterSet: unknown[]) => ({ conjunction: "and", filterSet });
const or = (...filterSet: unknown[]) => ({ conjunction: "or", filterSet });

test.each<[string, unknown]>([
  ["{f} = 'x'", and(item("f", "=", "x"))],
  [
    "{f} = 'x' AND ({g} > 5 OR {h} IS NULL)",
    and(item("f", "=", "x"), or(item("g", ">", 5), item("h", "IS NULL", null))),
  ],
  ["{a}=1 or {b}=2 and {c}=3", or(item("a", "=", 1), and(item("b", "=", 2), item("c", "=", 3)))],
  ["{a b} <> 'it''s'", and(item("a b", "!=", "it's"))],
  ["{it''s} = ''", and(item("it''s", "=", ""))],
  ["{a} >= -1.5", and(item("a", ">=", -1.5))],
  ["{a} > 1e+21 or {a} < 1.5E-7", or(item("a", ">", 1e21), item("a", "<", 1.5e-7))],
  ["{a} NOT LIKE '%x%'", and(item("a", "NOT LIKE", "x"))],
  ["{a} LIKE 'x'", and(item("a", "LIKE", "x"))],
  ["{a} in ('x', 'y')", and(item("a", "IN", ["x", "y"]))],
  ["{a} NOT IN ('x')", and(item("a", "NOT IN", ["x"]))],
  ["{a} HAS 'x'", and(item("a", "HAS", ["x"]))],
  ["{a} IS NOT NULL", and(item("a", "IS NOT NULL", null))],
  ["(({a} = TRUE))", and(item("a", "=", true))],
  ["  ", undefined],
])("%s", (text, filter) => {
  expect(FilterText.parse(text)).toEqual(filter);
});

test.each([
  ["Name = 'x'", "expected a field in braces, such as {Name}, at character 1, found Name"],
  ["{a} = ", "expected a value such as 'text', 5 or TRUE at character 6, found the end"],
  ["{a} = NULL", "expected IS NULL or IS NOT NULL at character 6, found NULL"],
  ["{a} = 'x' {b} = 1", "expected AND, OR or the end at character 10, found b"],
  ["{a} = 'x", "cannot be read from character 6 on"],
  ['{a} = "x"', "cannot be read from character 6 on: texts stand in single quotes"],
  ["({a} = 1", "expected ) at character 9, found the end"],
  ["{a} LIKE 'x%y'", "the text at character 9 must be like '%text%': LIKE finds it anywhere"],
  ["{a} = 1e999", "must be text, a number or a boolean"],
  ["{a} = 5e", "expected AND, OR or the end at character 8, found e"],
  ["NOT ({a} = 1)", "expected a field in braces, such as {Name}, at character 1, found NOT"],
  [
    '{"conjunction": "and"}',
    "expected an operator such as =, >, LIKE, IN, HAS or IS NULL at character 23, found the end; `filter` takes JSON",
  ],
  ["{a{b}} = 1", "cannot be read from character 1 on"],
  ["{a} NOT 5", "expected LIKE or IN at character 8, found 5"],
  ["(".repeat(500), "has too many parentheses"],
])("%s: %s", (text, message) => {
  expect(FilterText.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test("any text gives a filter or a message", () => {
  const part = fc.constantFrom(
    "{a}",
    "=",
    "'x'",
    "5",
    "AND",
    "OR",
    "NOT",
    "IN",
    "(",
    ")",
    ",",
    "IS",
    "NULL",
    "%",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join(" ")),
      ),
      (text) => {
        const { success, error } = FilterText.safeParse(text);
        if (!success) expect(error.issues[0]?.message).toEqual(expect.any(String));
      },
    ),
  );
});
