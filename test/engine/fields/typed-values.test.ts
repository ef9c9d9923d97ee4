import { expect, test } from "vitest";
import type { Field } from "#lib/engine/fields/field";
import { typedValues } from "#lib/engine/fields/typed-values";
import { initialNumberFormatting } from "#lib/engine/values/numbers";
import { context } from "#test/engine/field-types/support";

const field = { id: "fldNumber", type: "number", options: { formatting: initialNumberFormatting() } };
const typed = (text: string) => typedValues({ fldNumber: text }, [field as unknown as Field], context);

test.each([
  ...[
    ["1,234,567.5", 1234567.5],
    ["1 200", 1200],
    ["-3.", -3],
    [".5", 0.5],
    ["1e3", 1000],
  ],
  ...[
    ["-$5", -5],
    ["5 €", 5],
    ["5%", 0.05],
    [" \r\n7 ", 7],
    ["1,5", 1.5],
    ["1.200,50", 1200.5],
    ["12,34", 12.34],
  ],
] as const)("%j is a number", (text, number) => {
  expect(typed(text)).toEqual({ values: { fldNumber: number }, issues: [] });
});

test("a number with two readings is refused with both", () => {
  expect(typed("1,200").issues).toEqual([
    { path: "fldNumber", message: '"1,200" can be 1200 or 1.200: write the one that is meant' },
  ]);
});

test.each(["5 apples and 3", "12abc", "1-2", ".", "$", `$${" ".repeat(200_000)}x`])(
  "%.20j is not a number",
  (text) => {
    expect(typed(text)).toEqual({
      values: {},
      issues: [{ path: "fldNumber", message: "must be a number, for example 1234.5" }],
    });
  },
);

test("an empty form gives empty values", () => {
  expect(typed("  ")).toEqual({ values: { fldNumber: null }, issues: [] });
});
