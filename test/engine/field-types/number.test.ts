import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal, writeCell } from "#lib/engine/field-types/shared/field-type";
import { aField, context, typeNamed } from "./support.ts";

const refused = expect.any(Refusal);
const decimal = (precision: number) => ({ formatting: { type: "decimal", precision } });
const percent = (precision: number) => ({ formatting: { type: "percent", precision } });
const currency = (precision: number, symbol = "$") => ({
  formatting: { type: "currency", precision, symbol },
});

describe("number", () => {
  const field = aField("number");

  test("options without formatting get the default", () => {
    expect(field.options).toEqual(decimal(2));
    expect(aField("number", { defaultValue: 3 }).options).toEqual({ ...decimal(2), defaultValue: 3 });
  });

  test.each([0, 1, -1.5, 0.1 + 0.2, 1e21, 1e-130, 9.99e125, -9.99e125])("reads %d", (value) => {
    expect(field.read(value)).toBe(value);
    expect(field.typecast(value)).toBe(value);
  });

  test("-0 is 0", () => {
    expect(field.read(-0)).toBe(0);
    expect(field.typecast("-0")).toBe(0);
    expect(aField("number", { defaultValue: -0 }).initial()).toBe(0);
  });

  test.each(["1", true, [1], {}])("refuses %j", (value) => {
    expect(field.read(value)).toEqual(new Refusal("must be a number"));
  });

  test.each([
    1e126,
    -1e126,
    1e-131,
    Number.MIN_VALUE,
    Number.MAX_VALUE,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])("%d cannot be stored", (value) => {
    expect(field.read(value)).toBeInstanceOf(Refusal);
    expect(field.typecast(value)).toBeInstanceOf(Refusal);
    expect(field.typecast(String(value))).toBeInstanceOf(Refusal);
    expect(() => aField("number", { defaultValue: value })).toThrow();
  });

  test.each([
    ["12", 12],
    ["$1,234.50", 1234.5],
    ["-$5", -5],
    ["− 5", -5],
    ["50%", 0.5],
    ["1.1 %", 0.011],
    ["1e21", 1e21],
    [" -1.5E-3 ", -0.0015],
    ["1e999", refused],
    [".5", 0.5],
    ["5.", 5],
    ["", undefined],
    ["abc", refused],
    ["--5", refused],
    [" ", undefined],
    [true, refused],
    [[5], refused],
    [{}, refused],
  ])("typecasts %j", (value, cell) => {
    expect(field.typecast(value)).toEqual(cell);
  });

  test.each([
    ["12,5", 12.5],
    ["0,75", 0.75],
    ["1.234,50", 1234.5],
    ["1.234.567,89", 1234567.89],
    ["1.234.567", 1234567],
    ["1,234,567", 1234567],
    ["12,34,567.5", 1234567.5],
    ["1 234,50", 1234.5],
    ["1\u00a0234,50", 1234.5],
    ["1\u202f234.5", 1234.5],
    ["1'234.50", 1234.5],
    ["1’234’567", 1234567],
    ["($5.00)", -5],
    ["(1,234.5)", -1234.5],
    ["( 5 )", -5],
    ["5 €", 5],
    ["US$ 5", 5],
    ["-5 EUR", -5],
    ["EUR -5", -5],
    ["１２，５", 12.5],
    ["－３", -3],
    ["1.234", 1.234],
    ["-1.234", -1.234],
    ["0,123", 0.123],
    ["1234,567", 1234.567],
    ["3.8e-07", 3.8e-7],
    ["12,5%", 0.125],
    ["123456789012345678", refused],
    ["9007199254740993", refused],
    ["9007199254740992", 9007199254740992],
    ...[
      ...["1/2", "3:30", "2024-01-01", "7 apples", "5-", "0x1F", "5 6", "10k", "1.2.3", "3-4", "555-1234"],
      ...["1_000", "1 2", "1\n2", "555 1234", "5(3)", "£5€6", "1$2", "1,234 567", "(-5)", "--5", "12 %%"],
      ...[
        "1.2,3.4",
        "01.234.567",
        "Infinity",
        "NaN",
        "²",
        "½",
        "-",
        "$",
        "%",
        "()",
        "e5",
        "1e",
        "1e+",
        "1,,5",
      ],
    ].map((text) => [text, refused] as const),
  ] as const)("reads %j as a whole, or not at all", (text, cell) => {
    expect(field.typecast(text)).toEqual(cell);
  });

  test("a text that is nearer to 0 than a number can be is refused, not read as 0", () => {
    for (const text of ["1e-400", "-1e-131", `0.${"0".repeat(390)}1`])
      expect(field.typecast(text)).toEqual(
        new Refusal("must be a number from -9.99e125 to 9.99e125, and 0 or at least 1e-130 away from 0"),
      );
    expect(aField("number", percent(0)).typecast("1e-400%")).toBeInstanceOf(Refusal);
    expect(field.typecast("0e-400")).toBe(0);
  });

  test("a text with two readings is refused with both, unless the format of the field has one", () => {
    expect(field.typecast("1,234")).toEqual(
      new Refusal('"1,234" can be 1234 or 1.234: write the one that is meant'),
    );
    expect(field.typecast("1.234 €")).toEqual(
      new Refusal('"1.234 €" can be 1234 or 1.234: write the one that is meant'),
    );
    expect(aField("number", currency(2)).typecast("$1,234")).toBe(1234);
    expect(aField("number", currency(3, "€")).typecast("€1.234")).toBe(1.234);
  });

  test.each([
    ["50", 0.5],
    ["29", 0.29],
    ["7%", 0.07],
    ["12,5%", 0.125],
    ["12,5", 0.125],
    [50, 50],
  ])("typecasts %j in a percent field", (value, cell) => {
    expect(aField("number", percent(0)).typecast(value)).toBe(cell);
  });

  test.each(["5", "-", "−", "%", "(", ".", ",", "'", "1e", "€", "US-$", "m2", " kr ", ""])(
    "what is written with the symbol %j is read as the same number",
    (symbol) => {
      const inCurrency = aField("number", currency(2, symbol));
      for (const cell of [5, -5, 55.5, 1234.5, 0, 0.25, 1e21]) {
        const text = writeCell(typeNamed("number"), cell, inCurrency.options, context);
        expect(inCurrency.typecast(text)).toBe(cell);
      }
    },
  );

  test("refuses long malicious text", () => {
    for (const part of ["1", " ", "%", "-", "1e", "a."])
      expect(field.typecast(`${part.repeat(100_000)}x`)).toBeInstanceOf(Refusal);
  });

  test.each([
    [decimal(2), 1234.5, "1234.50"],
    [decimal(0), 2.5, "3"],
    [decimal(0), -0.4, "0"],
    [decimal(2), -0.001, "0.00"],
    [decimal(1), 1e21, "1000000000000000000000.0"],
    [percent(0), 0.07, "7%"],
    [percent(1), 1.005, "100.5%"],
    [percent(5), 1e-7, "0.00001%"],
    [currency(2), 1234567.891, "$1,234,567.89"],
    [currency(0, "€"), -1000, "-€1,000"],
    [currency(0), 999, "$999"],
    [currency(2), 1e21, "$1,000,000,000,000,000,000,000.00"],
  ])("%j shows %d", (options, cell, text) => {
    expect(aField("number", options).text(cell)).toBe(text);
  });

  test("its text can be typecast", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.constantFrom(decimal(5), percent(3), currency(5, "Fr.")),
        (n, options) => {
          const numbers = aField("number", options);
          expect(numbers.typecast(numbers.text(n / 1e5))).toBe(n / 1e5);
        },
      ),
    );
  });

  test.each([
    { formatting: { type: "decimal", precision: 6 } },
    { formatting: { type: "decimal", precision: 1, symbol: "$" } },
    { formatting: { type: "currency", precision: 1 } },
    { showAs: { type: "bar", color: "red" } },
    { showAs: { type: "bar", color: "grey", showValue: true, maxValue: 1 } },
    { defaultValue: "1" },
  ])("refuses the options %j", (options) => {
    expect(() => aField("number", options)).toThrow();
  });
});

describe("rating", () => {
  const field = aField("rating", { icon: "moon", color: "redBright", max: 3 });

  test.each([1, 2, 3])("reads %d", (value) => expect(field.read(value)).toBe(value));

  test.each([0, 4, -1, 1.5, "2", true, [1]])("refuses %j", (value) => {
    expect(field.read(value)).toEqual(new Refusal("must be a whole number from 1 to 3"));
  });

  test.each([
    [1.5, 2],
    ["2.4", 2],
    [" 3 ", 3],
    ["2.4 stars", refused],
    ["3 stars", refused],
    ["3%", refused],
    [99, refused],
    ["4", refused],
    ["1e9", refused],
    [0.4, refused],
    [-5, refused],
    ["none", refused],
    [true, refused],
    ["", undefined],
  ])("typecasts %j", (value, cell) => expect(field.typecast(value)).toEqual(cell));

  test.each([
    {},
    { icon: "star", color: "yellowBright" },
    { icon: "star", color: "red", max: 5 },
    { icon: "star", color: "redBright", max: 11 },
  ])("refuses the options %j", (options) => expect(() => aField("rating", options)).toThrow());

  test("its text is the number", () => expect(field.text(3)).toBe("3"));
});

describe("checkbox", () => {
  const field = aField("checkbox");

  test.each([
    [true, true],
    [false, undefined],
  ])("reads %j, also as a default; false is an empty cell", (value, initial) => {
    expect(field.read(value)).toBe(value);
    expect(aField("checkbox", { defaultValue: value }).initial()).toBe(initial);
  });

  test.each(["true", 1, {}])("refuses %j", (value) => {
    expect(field.read(value)).toEqual(new Refusal("must be true or false"));
  });

  test.each([
    ["true", true],
    ["x", true],
    ...["Yes", "y", "1", "on", "☑", "✔️", "ja", "WAHR", "oui", "ｘ"].map((text) => [text, true] as const),
    [1, true],
    ["false", false],
    [" FALSE ", false],
    ["", false],
    [0, false],
    ...["no", "N", "0", "off", "☐", "nein", "FALSCH", "non"].map((text) => [text, false] as const),
    ...["null", "maybe", "10", "2024-01-01", "yes no", 2, -1, {}, [], [true]].map((value) => [
      value,
      refused,
    ]),
  ] as [unknown, unknown][])("typecasts %j", (value, cell) => expect(field.typecast(value)).toEqual(cell));

  test("its text is true", () => expect(field.text(true)).toBe("true"));
});
