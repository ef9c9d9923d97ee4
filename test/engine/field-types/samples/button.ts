import fc from "fast-check";
import { choiceName } from "#test/engine/field-types/support";
import { no, none, type Samples } from "./shared/samples.ts";

const options = { label: "Go", color: "teal" };
const three = { count: 3 };

export const samples: Samples = {
  contract: {
    defaultName: "Button",
    cellValueType: "string",
    dbFieldType: "JSON",
    canBe: { primary: false, unique: false, notNull: false },
  },
  options: fc.record(
    {
      label: choiceName.map((text) => text.slice(0, 60)),
      color: fc.constantFrom("teal", "blueDark1"),
      maxCount: fc.integer({ min: 1 }),
      resetCount: fc.boolean(),
      workflow: fc.record({
        id: fc.constant("wfl0000000000000001"),
        name: fc.constant("Send"),
        isActive: fc.boolean(),
      }),
    },
    { requiredKeys: ["label", "color"] },
  ),
  rows: [
    {
      options,
      rows: [
        ["a count", three, three, three],
        ["other members are ignored", { count: 3, more: 1 }, three, three],
        ["no clicks", { count: 0 }, none, none],
        ["a number", 3, no, no],
        ["text", "3", no, no],
        ["a count below 0", { count: -1 }, no, no],
        ["a part of a click", { count: 1.5 }, no, no],
        ["a list", [3], no, no],
      ],
    },
  ],
  texts: [[options, 3, ""]],
  written: "never",
  variants: [{ options, plain: "none", cells: fc.integer({ min: 1, max: 3 }) }],
  conversion: {
    options: fc.constant({ label: "B", color: "blue" }),
    cell: () => fc.integer({ min: 1, max: 9 }),
  },
  file: [
    ["3", no],
    ["", none],
  ],
  workbook: [[3, no]],
  form: [
    ["3", no],
    ["", none],
  ],
  formula: { kind: "text", gives: [[3, none]] },
  // no text is a count
  bench: { read: three },
};
