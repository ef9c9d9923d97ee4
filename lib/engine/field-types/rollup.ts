/* Fields that compute one value from the looked-up cells of linked records. Their cells are like those of a formula. */
import { type FormulaOptions, formula } from "#lib/engine/field-types/formula";
import type { FieldType, StoredCell } from "#lib/engine/field-types/shared/field-type";

export const rollup: FieldType<FormulaOptions, StoredCell> = {
  ...formula,
  type: "rollup",
  defaultName: () => "Rollup",
  initialOptions: () => ({ expression: "countall({values})" }),
  canBe: { primary: false, unique: false, notNull: false },
};
