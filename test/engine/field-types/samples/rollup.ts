import fc from "fast-check";
import type { Samples } from "./shared/samples.ts";
import { zone } from "./shared/times.ts";

const lookups = "test/functions/field/lookups";

/** The cells of a rollup are those of a formula over linked records. */
export const samples: Samples = {
  contract: {
    defaultName: "Rollup",
    cellValueType: "string",
    dbFieldType: "TEXT",
    canBe: { primary: false, unique: false, notNull: false },
    operator: "is",
  },
  computedBy: "other cells",
  options: fc.record(
    { expression: fc.constantFrom("sum({values})", "countall({values})"), timeZone: zone },
    { requiredKeys: ["expression"] },
  ),
  elsewhere: {
    texts: `${lookups}/cells.test.ts`,
    variants: `${lookups}/statistics.test.ts`,
    conversion: `${lookups}/faults.test.ts`,
    formula: `${lookups}/everywhere.test.ts`,
  },
};
