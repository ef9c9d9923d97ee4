import fc from "fast-check";
import { optional } from "#test/engine/field-types/support";
import type { Samples } from "./shared/samples.ts";

const options = { expression: "AUTO_NUMBER()" };

export const samples: Samples = {
  contract: {
    defaultName: "ID",
    cellValueType: "number",
    dbFieldType: "INTEGER",
    canBe: { primary: true, unique: false, notNull: false },
    operator: "isGreater",
  },
  computedBy: "the record",
  options: optional({ expression: fc.constant(options.expression) }),
  texts: [[{}, 7, "7"]],
  variants: [{ options, plain: "number", member: "autoNumber" }],
  conversion: { options: fc.constant(options), cell: () => fc.integer({ min: 1, max: 3000 }) },
  formula: { kind: "number", gives: [[7, 7]] },
};
