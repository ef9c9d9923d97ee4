import fc from "fast-check";
import { optional } from "#test/engine/field-types/support";
import { no, none, type Samples } from "./shared/samples.ts";

export const samples: Samples = {
  contract: {
    defaultName: "Done",
    cellValueType: "boolean",
    dbFieldType: "BOOLEAN",
    canBe: { primary: false, unique: false, notNull: false },
    operator: "is",
  },
  options: optional({ defaultValue: fc.boolean() }),
  rows: [
    {
      options: {},
      rows: [
        ["true", true, true, true],
        ["false is an empty cell", false, none, none],
        ["the word true", "true", no, true],
        ["the word false", " False ", no, none],
        ["the word no", "no", no, none],
        ["any other text", "perhaps", no, no],
        ["an empty text", "", no, none],
        ["zero", 0, no, none],
        ["one", 1, no, true],
        ["any other number", -1, no, no],
        ["a list, also an empty one", [], no, no],
        ["an object", {}, no, no],
      ],
    },
  ],
  texts: [[{}, true, "true"]],
  variants: [{ options: {}, plain: "checkbox", cells: fc.constant(true) }],
  conversion: { options: fc.constant({}), cell: () => fc.constant(true) },
  file: [
    ["yes", true],
    ["no", none],
    ["perhaps", no],
    ["", none],
  ],
  workbook: [
    [true, true],
    [false, none],
    [1, true],
    ["yes", true],
    [2, no],
  ],
  form: [
    ["yes", true],
    [[], none],
    ["perhaps", no],
  ],
  formula: { kind: "boolean", gives: [[true, true]] },
  bench: { read: true, typecast: "true" },
};
