import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { StatisticFunction } from "#lib/engine/field-types/shared/statistics";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { makeStatistic } from "#lib/engine/query/statistic";
import { context } from "#test/engine/field-types/support";
import { aRecord, asked, fieldNamed, fields, records } from "#test/engine/support/tables";
import { functionsOf } from "#test/support/plain-model/plain-families";
import { plainStatistic } from "#test/support/plain-model/plain-statistic";

const tried = new Set<string>();
let counted = 0;
afterAll(() =>
  console.log(`statistics: ${tried.size} combinations of field type and function, ${counted} counted up`),
);

function statisticOf(name: string, list: StoredRecord[], field: Field): number | string | null {
  counted++;
  tried.add(`${field.name} ${name}`);
  const { add, value } = makeStatistic(name as StatisticFunction, field, context);
  for (const record of list) add(record);
  return value();
}

/** Sums may differ by rounding errors. */
const isAlike = (value: number | string | null, plain: number | string | null) =>
  typeof value === "number" && typeof plain === "number"
    ? Math.abs(value - plain) <= Math.abs(plain) * 1e-9 + 1e-9
    : value === plain;

test("every function of every field type gives the value of the contract", () => {
  for (const field of fields)
    expect(functionsOf(field).toSorted()).toEqual(typeOf(field).statistics(field.options).toSorted());
  fc.assert(
    fc.property(records(12), (list) => {
      for (const field of fields)
        for (const name of functionsOf(field)) {
          const [value, plain] = [statisticOf(name, list, field), plainStatistic(name, list, field, asked)];
          if (!isAlike(value, plain)) expect({ field, name, value }).toEqual({ field, name, value: plain });
        }
    }),
    { numRuns: 40 },
  );
});

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
