/* What statistics are at their limits. Each function of each type: test/engine/field-types/every-type.test.ts. */
import { expect, test } from "vitest";
import { statisticOf } from "#test/engine/support/against-model";
import { aRecord, fieldNamed } from "#test/engine/support/tables";
import { functionsOf } from "#test/support/plain-model/plain-families";

test("no records: counts and sums are 0, there are no extremes", () => {
  const allOf = (name: string) => {
    const field = fieldNamed(name);
    return Object.fromEntries(functionsOf(field).map((each) => [each, statisticOf(each, [], field)]));
  };
  const filling = { count: 0, empty: 0, filled: 0, percentEmpty: 0, percentFilled: 0 };
  const unique = { unique: 0, percentUnique: 0 };
  expect(allOf("number")).toEqual({ ...filling, ...unique, sum: 0, average: null, min: null, max: null });
  expect(allOf("createdTime")).toEqual({
    ...filling,
    ...unique,
    earliestDate: null,
    latestDate: null,
    dateRangeOfDays: null,
    dateRangeOfMonths: null,
  });
  expect(allOf("checkbox")).toEqual({
    count: 0,
    checked: 0,
    unChecked: 0,
    percentChecked: 0,
    percentUnChecked: 0,
  });
  expect(allOf("attachment")).toEqual({ ...filling, totalAttachmentSize: 0 });
});

const number = fieldNamed("number");
const ofNumbers = (...numbers: number[]) => numbers.map((cell) => aRecord({ [number.id]: cell }));

test("rounding errors do not add up", () => {
  expect(statisticOf("sum", ofNumbers(...Array<number>(100_000).fill(0.1)), number)).toBe(10_000);
  expect(statisticOf("sum", ofNumbers(1e100, 1, -1e100), number)).toBe(1);
  expect(statisticOf("average", ofNumbers(9.99e125, 9.99e125), number)).toBe(9.99e125);
});

test("the number of distinct values is exact although only hashes are kept", () => {
  const texts = Array.from({ length: 60_000 }, (_, i) =>
    aRecord({ fldsingleLineText: `text ${i % 50_000}` }),
  );
  expect(statisticOf("unique", texts, fieldNamed("singleLineText"))).toBe(50_000);
  const numbers = Array.from({ length: 60_000 }, (_, i) => (i % 50_000) / 7);
  expect(statisticOf("unique", ofNumbers(...numbers), number)).toBe(50_000);
});
