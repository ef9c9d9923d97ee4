import type { FieldComparator } from "#lib/engine/comparators/index";
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";

/** Counts up the cells of one field; undefined is an empty one. */
export interface Aggregator<Cell extends StoredCell = StoredCell> {
  add(cell: Cell | undefined): void;
  /** Null where there was nothing to tell it by. */
  value(): number | string | null;
}

export type MakeAggregator<Cell extends StoredCell = StoredCell> = (
  reading: FieldComparator,
  field: Field,
) => Aggregator<Cell>;
