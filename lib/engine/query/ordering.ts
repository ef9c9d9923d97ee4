/* Sorts records: the place of each record in the order is a text, its key. */

import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { comparatorOf } from "#lib/engine/comparators/index";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { orderKey, type SortKey } from "#lib/engine/order-keys/order-key";

export interface Ordered {
  field: Field;
  order: "asc" | "desc";
}

/** Empty cells come first in ascending order, last in descending order. The caller must order records with equal keys. */
export function makeOrderer(orders: readonly Ordered[], context: CellContext) {
  const comparators = orders.map(({ field }) => comparatorOf(field, context));
  const fields = orders.map(({ order }, i) => ({
    isText: comparators[i]?.isText === true,
    isDescending: order === "desc",
  }));
  return {
    /** The `basis` of each field's sort keys, if it may change (comparators/comparator.ts). */
    bases: comparators.flatMap(({ basis }) => (basis ? [basis] : [])),
    /** Keys sort by `<`. Records that sort alike have one key; without orders all have the same. */
    keyOf(record: StoredRecord): string {
      const sortKeys = comparators.map(({ cellOf, sortKey }): SortKey => {
        const cell = cellOf(record);
        return cell === undefined ? null : sortKey(cell);
      });
      return orderKey(fields, sortKeys);
    },
    /** The key of a record with these sort keys. */
    keyFrom: (sortKeys: readonly SortKey[]): string => orderKey(fields, sortKeys),
  };
}
