import fc from "fast-check";
import { relationships } from "#lib/engine/field-types/shared/links";
import type { Samples } from "./shared/samples.ts";

const linked = "test/engine/field-types/link.test.ts";

/** A link is read, shown and compared by records of another table, which samples do not have. */
export const samples: Samples = {
  contract: {
    defaultName: "Link",
    cellValueType: "string",
    dbFieldType: "JSON",
    isMultiple: true,
    canBe: { primary: false, unique: false, notNull: true },
    operator: "hasAnyOf",
  },
  options: fc.record({
    relationship: fc.constantFrom(...relationships),
    foreignTableId: fc.constantFrom("tbl4mSa1Cw6nZ8tQ0Yh", "self"),
    isOneWay: fc.boolean(),
  }),
  elsewhere: {
    rows: linked,
    texts: linked,
    variants: "test/engine/query/links.test.ts",
    conversion: "test/data/conversions/relinked.test.ts",
    file: "test/functions/csv/links.test.ts",
    workbook: "test/functions/csv/links.test.ts",
    form: "test/functions/share/links.test.ts",
    formula: "test/data/link-fields/follow-changed-field.test.ts",
    bench: "bin/bench/linked/links.ts",
  },
};
