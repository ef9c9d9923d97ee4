import fc from "fast-check";
import { numberFormatting } from "./shared/numbers.ts";
import type { Samples } from "./shared/samples.ts";
import { dateFormatting, zone } from "./shared/times.ts";

const formulas = "test/engine/query/formulas.test.ts";

/** What a formula gives decides how its cells are read and shown: those of text, numbers, checkboxes and dates, or lists of them. */
export const samples: Samples = {
  contract: {
    defaultName: "Calculation",
    cellValueType: "string",
    dbFieldType: "TEXT",
    canBe: { primary: true, unique: false, notNull: false },
    operator: "is",
  },
  computedBy: "other cells",
  options: fc.record(
    {
      expression: fc.constantFrom("1", "NOW()", '"a"'),
      timeZone: zone,
      formatting: fc.oneof(numberFormatting, dateFormatting),
    },
    { requiredKeys: ["expression"] },
  ),
  elsewhere: {
    texts: "test/functions/field/formulas/cells.test.ts",
    variants: formulas,
    conversion: "test/engine/cells/convert-cells.test.ts",
    formula: "test/functions/field/formulas/numbers.test.ts",
  },
};
