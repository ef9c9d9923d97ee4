/* Numbers against exact decimals: what people see is rounded, added and divided digit by digit. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { average, sum } from "#lib/engine/aggregators/numbers";
import { decimalText, fifteenDigits, makeSum, remainder, roundAt } from "#lib/engine/values/decimals";
import { formatNumber } from "#lib/engine/values/format-number";
import { evaluate } from "#test/engine/formula/support";

/** A decimal of at most 12 digits: units of 10^-places. */
const decimals = fc.record({
  units: fc.bigInt(-999_999_999_999n, 999_999_999_999n),
  places: fc.integer({ min: 0, max: 12 }),
});
/** Short enough that products and sums have at most 15 digits. */
const shortDecimals = fc.record({
  units: fc.bigInt(-9_999_999n, 9_999_999n),
  places: fc.integer({ min: 0, max: 6 }),
});
type Decimal = { units: bigint; places: number };

const numberOf = ({ units, places }: Decimal) => Number(`${units}e-${places}`);
const textOf = ({ units, places }: Decimal) => `${units}e-${places}`;
const unitsAt = ({ units, places }: Decimal, more: number) => units * 10n ** BigInt(more - places);

/** The exact decimal as a number of 15 digits. */
const near = (units: bigint, places: number) => fifteenDigits(Number(`${units}e-${places}`)) + 0;

function roundExactly({ units, places }: Decimal, wanted: number): string {
  const sign = units < 0n ? -1n : 1n;
  const size = units * sign * 10n ** BigInt(wanted);
  const by = 10n ** BigInt(places);
  const whole = (size * 2n + by) / (by * 2n);
  const text = String(whole).padStart(wanted + 1, "0");
  const shown = wanted === 0 ? text : `${text.slice(0, -wanted)}.${text.slice(-wanted)}`;
  return sign < 0n && whole !== 0n ? `-${shown}` : shown;
}

test("shown numbers are exact decimals, rounded half away from zero; ROUND is the same", () => {
  fc.assert(
    fc.property(decimals, fc.integer({ min: 0, max: 5 }), (decimal, precision) => {
      const number = numberOf(decimal);
      const exact = roundExactly(decimal, precision);
      expect(formatNumber(number, { type: "decimal", precision })).toBe(exact);
      expect(roundAt(number, precision)).toBe(Number(exact) + 0);
    }),
    { numRuns: 2000 },
  );
});

test("sums, differences and products of decimals, SUM, MOD and % are those of exact decimals", async () => {
  await fc.assert(
    fc.asyncProperty(shortDecimals, shortDecimals, async (a, b) => {
      const places = Math.max(a.places, b.places);
      const [x, y] = [unitsAt(a, places), unitsAt(b, places)];
      const literals = `(${textOf(a)})`.replace("(-", "(0-");
      const [left, right] = [literals, `(${textOf(b)})`.replace("(-", "(0-")];
      const answers = await Promise.all(
        [`${left} + ${right}`, `${left} - ${right}`, `SUM(${left}, ${right})`, `${left} * ${right}`].map(
          (each) => evaluate(each),
        ),
      );
      expect(answers).toEqual([
        near(x + y, places),
        near(x - y, places),
        near(x + y, places),
        near(a.units * b.units, a.places + b.places),
      ]);
      if (y === 0n) return;
      const rest = x % y;
      const modulo = rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest;
      expect(await evaluate(`${left} % ${right}`)).toBe(near(rest, places));
      expect(await evaluate(`MOD(${left}, ${right})`)).toBe(near(modulo, places));
    }),
    { numRuns: 500 },
  );
});

test("all else is what doubles give, at 15 digits", async () => {
  const some = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
  await fc.assert(
    fc.asyncProperty(some, some, async (a, b) => {
      expect(await evaluate(`${a} / ${b} * ${b} + SQRT(${a})`)).toBe(
        fifteenDigits((a / b) * b + Math.sqrt(a)),
      );
      expect(await evaluate(`${a} / ${b} * ${b} = ${a}`)).toBe(
        fifteenDigits((a / b) * b) === fifteenDigits(a) || null,
      );
    }),
    { numRuns: 300 },
  );
});

describe("numbers as cells show them", () => {
  test.each([
    [1.575, 2, "1.58"],
    [1.005, 2, "1.01"],
    [-1.005, 2, "-1.01"],
    [2.675, 2, "2.68"],
    [0.615, 2, "0.62"],
    [8.345, 2, "8.35"],
    [10.235, 2, "10.24"],
    [-0.004, 2, "0.00"],
    [-0.005, 2, "-0.01"],
    [0, 0, "0"],
    [0.5, 0, "1"],
    [-0.5, 0, "-1"],
    [0.4999999999, 0, "0"],
    [9.995, 2, "10.00"],
    [1e21, 2, "1000000000000000000000.00"],
    [1.5e-7, 5, "0.00000"],
    [5e-324, 5, "0.00000"],
    [12345678901234.56, 2, "12345678901234.56"],
    [1e125, 0, `1${"0".repeat(125)}`],
  ])("%d with %d decimals is %s", (number, precision, text) => {
    expect(decimalText(number, precision)).toBe(text);
  });

  test("percent and currency are rounded in the same way", () => {
    expect(formatNumber(0.0145, { type: "percent", precision: 1 })).toBe("1.5%");
    expect(formatNumber(-0.0145, { type: "percent", precision: 1 })).toBe("-1.5%");
    expect(formatNumber(0.07, { type: "percent", precision: 0 })).toBe("7%");
    expect(formatNumber(1234.575, { type: "currency", symbol: "$", precision: 2 })).toBe("$1,234.58");
    expect(formatNumber(-1.005, { type: "currency", symbol: "€", precision: 2 })).toBe("-€1.01");
  });
});

test("rounding in each direction", () => {
  const all = (number: number, places: number) =>
    (["half", "up", "down", "ceiling", "floor"] as const).map((each) => roundAt(number, places, each));
  expect(all(1.25, 1)).toEqual([1.3, 1.3, 1.2, 1.3, 1.2]);
  expect(all(-1.25, 1)).toEqual([-1.3, -1.3, -1.2, -1.2, -1.3]);
  expect(all(1249, -2)).toEqual([1200, 1300, 1200, 1300, 1200]);
  expect(all(4, -2)).toEqual([0, 100, 0, 100, 0]);
  expect(all(-4, -2)).toEqual([0, -100, 0, 0, -100]);
  expect(all(0, -2)).toEqual([0, 0, 0, 0, 0]);
  expect(all(1e-20, 2)).toEqual([0, 0.01, 0, 0.01, 0]);
});

test("statistics have no more digits than the cells", () => {
  const of = (make: typeof sum, ...numbers: number[]) => {
    const { add, value } = make();
    for (const number of numbers) add(number);
    return value();
  };
  expect(of(average, 0.1, 0.2, 0.3)).toBe(0.2);
  expect(of(sum, 0.1, 0.2, -0.3)).toBe(0);
  expect(of(sum, 1000.1, -1000)).toBe(0.1);
  expect(of(sum, ...Array(100_000).fill(0.1))).toBe(10_000);
  expect(of(sum, ...Array(1000).fill(19.99))).toBe(19_990);
  expect(of(sum, 12345678901234.56)).toBe(12345678901234.56);
  expect(of(average, 1, 1, 2)).toBe(1.33333333333333);
  fc.assert(
    fc.property(fc.array(shortDecimals, { maxLength: 20 }), (all) => {
      const places = 12;
      const exact = all.reduce((total, each) => total + unitsAt(each, places), 0n);
      const { add, value } = makeSum();
      for (const each of all) add(numberOf(each));
      expect(value()).toBe(Number(`${exact}e-${places}`) + 0);
    }),
  );
});

test("remainders of any numbers", () => {
  expect(remainder(0.6, 0.2)).toBe(0);
  expect(remainder(-0.7, 0.2)).toBe(-0.1);
  expect(remainder(1e100, 7)).toBe(Number(10n ** 100n % 7n));
  expect(remainder(5, 1e-120)).toBe(0);
  expect(remainder(3, 1e100)).toBe(3);
});
