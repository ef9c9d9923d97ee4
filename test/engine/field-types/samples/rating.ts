import fc from "fast-check";
import { no, none, type Samples } from "./shared/samples.ts";

const stars = (max: number) => ({ icon: "star", color: "redBright", max });

export const samples: Samples = {
  contract: {
    defaultName: "Rating",
    cellValueType: "number",
    dbFieldType: "REAL",
    canBe: { primary: true, unique: false, notNull: true },
    operator: "isGreater",
    ai: ["rating", "customization"],
  },
  options: fc.record({
    icon: fc.constantFrom("star", "thumb-up"),
    color: fc.constantFrom("yellowBright", "tealBright"),
    max: fc.integer({ min: 1, max: 10 }),
  }),
  rows: [
    {
      options: stars(5),
      rows: [
        ["the lowest", 1, 1, 1],
        ["the highest", 5, 5, 5],
        ["more than the highest", Number.MAX_VALUE, no, no],
        ["zero is not a rating", 0, no, no],
        ["less is not a rating", -3, no, no],
        ["rounded, half up", 4.5, no, 5],
        ["rounded, down", "4.49", no, 4],
        ["text", "3 stars", no, no],
        ["an exponent", "5e0", no, 5],
        ["not a number", "★★★", no, no],
        ["a yes", true, no, no],
      ],
    },
  ],
  texts: [[stars(5), 4, "4"]],
  variants: [{ options: stars(10), plain: "number", cells: fc.integer({ min: 1, max: 10 }) }],
  conversion: {
    options: fc.integer({ min: 1, max: 10 }).map(stars),
    cell: ({ max }: { max: number }) => fc.integer({ min: 1, max }),
  },
  file: [
    [" 4 ", 4],
    ["4.6", no],
    ["11", no],
    ["good", no],
    ["", none],
  ],
  workbook: [
    [4, 4],
    [4.6, no],
    ["4", 4],
    [true, no],
  ],
  form: [
    ["4", 4],
    ["4.6", 5],
    ["11", no],
    ["", none],
  ],
  formula: { kind: "number", gives: [[4, 4]] },
  bench: { read: 3, typecast: "3" },
};
