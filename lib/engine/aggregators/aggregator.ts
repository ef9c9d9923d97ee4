import type { FieldComparator } from "#lib/engine/comparators/index";
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";

/** Computes one value from the cells of a field; an empty cell is undefined. */
export interface Aggregator<Cell extends StoredCell = StoredCell> {
  add(cell: Cell | undefined): void;
  /** Null if there were no cells to compute it from. */
  value(): number | string | null;
}

export type MakeAggregator<Cell extends StoredCell = StoredCell> = (
  comparator: FieldComparator,
  field: Field,
) => Aggregator<Cell>;
