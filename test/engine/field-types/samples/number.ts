import fc from "fast-check";
import { anyNumber, optional } from "#test/engine/field-types/support";
import { noNumbers, numberFormatting } from "./shared/numbers.ts";
import { no, none, type Row, type Samples } from "./shared/samples.ts";

const decimal = (precision: number) => ({ formatting: { type: "decimal", precision } });
const percent = (precision: number) => ({ formatting: { type: "percent", precision } });
const currency = (precision: number, symbol: string) => ({
  formatting: { type: "currency", precision, symbol },
});

const rows: Row[] = [
  ...noNumbers,
  ["a number", 12.5, 12.5, 12.5],
  ["minus zero is zero", -0, 0, 0],
  ["the smallest and the largest", 9.99e125, 9.99e125, 9.99e125],
  ["more than the store holds", 1e308, no, no],
];

const cells = fc.constantFrom(-1, 0, 0.1, 0.2, 0.3, 1, 2.5, 10, 1e21, -9.99e125, 1e-7);

export const samples: Samples = {
  contract: {
    defaultName: "Number",
    cellValueType: "number",
    dbFieldType: "REAL",
    canBe: { primary: true, unique: true, notNull: true },
    operator: "isGreater",
    ai: ["rating", "customization"],
  },
  options: optional({
    formatting: fc.oneof(
      numberFormatting,
      fc.record({
        type: fc.constant("currency"),
        precision: fc.integer({ min: 0, max: 5 }),
        symbol: fc.string({ maxLength: 3 }),
      }),
    ),
    defaultValue: anyNumber,
  }),
  rows: [
    {
      options: {},
      rows: [
        ...rows,
        ["text of digits", "1234.50", no, 1234.5],
        ["currency and grouping", "$1,234.50", no, 1234.5],
        ["minus before the symbol", "-$5", no, -5],
        ["minus after the symbol", "$-5", no, -5],
        ["minus", "-5", no, -5],
        ["plus", "+5", no, 5],
        ["a typographic minus", "−5", no, -5],
        ["percent", "12%", no, 0.12],
        ["a negative percentage with a space", "-12.5 %", no, -0.125],
        ["an exponent", "1e3", no, 1000],
        ["other words around a number", "3 of 4", no, no],
        ["digits after a sign", "5-3", no, no],
        ["two points", "1.2.3", no, no],
        ["two signs", "--5", no, no],
        ["digits of other scripts are not a number", "٣", no, no],
        ["full-width digits", "１２", no, 12],
        ["nothing", "", no, none],
        ["a sign alone", "%", no, no],
      ],
    },
    {
      options: percent(1),
      rows: [
        ...rows,
        ["text is divided by 100", "50", no, 0.5],
        ["only once, with a percent sign too", "50%", no, 0.5],
        ["exactly", "7.1", no, 0.071],
        ["a number is not divided", 50, 50, 50],
      ],
    },
    { options: currency(2, "Fr."), rows: [["its own text", "-Fr.1,234.50", no, -1234.5]] },
  ],
  texts: [
    [decimal(2), 1234567.891, "1234567.89"],
    [decimal(2), -1234.5, "-1234.50"],
    [decimal(0), 0.4, "0"],
    [decimal(0), -0.4, "0"],
    [decimal(5), 1e-7, "0.00000"],
    [decimal(1), -1e21, "-1000000000000000000000.0"],
    [percent(0), 0.07, "7%"],
    [percent(2), -0.125, "-12.50%"],
    [percent(0), 10, "1000%"],
    [percent(0), -0.001, "0%"],
    [currency(2, "$"), 1234.5, "$1,234.50"],
    [currency(2, "$"), -1234.5, "-$1,234.50"],
    [currency(0, "€"), -999_999.5, "-€1,000,000"],
    [currency(2, "$"), -0.001, "$0.00"],
    [currency(1, ""), 1e6, "1,000,000.0"],
  ],
  written: "as shown",
  variants: [
    { options: currency(2, "$"), plain: "number", cells },
    { name: "percent", options: percent(1), plain: "number", cells },
  ],
  conversion: {
    options: fc
      .oneof(
        fc.record({ type: fc.constantFrom("decimal", "percent"), precision: fc.integer({ min: 0, max: 5 }) }),
        fc.record({
          type: fc.constant("currency"),
          precision: fc.integer({ min: 0, max: 5 }),
          symbol: fc.constantFrom("$", "€", "kr", "", "-", "1"),
        }),
      )
      .map((formatting) => ({ formatting })),
    cell: () =>
      fc.oneof(
        fc.constantFrom(
          ...[0, 1, 5, 7, 1.5, 0.05, 0.5, 1234, 1.234, 1234.5],
          ...[-5, 1e-7, 1e21, 123456789012, 0.1 + 0.2, 2024, 20240403, 1.575],
        ),
        fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((n) => n + 0),
        fc.integer({ min: -20, max: 20 }),
      ),
  },
  file: [
    ["12.5", 12.5],
    ["$1,234.50", 1234.5],
    ["1.234,50", 1234.5],
    ["1,234", 1234],
    ["12%", 0.12],
    ["twelve", no],
    [" ", none],
  ],
  workbook: [
    [12.5, 12.5],
    [1e21, 1e21],
    [{ serial: 0.125, shownAs: "percent" }, 0.125],
    ["12.5", 12.5],
    ["twelve", no],
    [true, no],
  ],
  form: [
    ["12.5", 12.5],
    ["1,5", 1.5],
    ["-$5", -5],
    ["1,200.50", 1200.5],
    ["twelve", no],
    ["", none],
  ],
  formula: {
    kind: "number",
    gives: [
      [12.345, 12.345],
      [0, 0],
    ],
  },
  bench: { read: 12.5, typecast: "1,200.50" },
};
