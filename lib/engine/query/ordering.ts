/* Sorts records. The sort keys of each record are made once, and are small enough for a cursor. */

import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { comparatorOf } from "#lib/engine/comparators/index";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { compareTexts } from "#lib/engine/values/collation";

/** Null for an empty cell. */
export type SortKey = string | number | null;

export interface Ordered {
  field: Field;
  order: "asc" | "desc";
}

type Compare = (a: SortKey, b: SortKey) => number;

/** Empty cells come first in ascending order, last in descending order. The caller must order records with equal keys. */
export function makeOrderer(orders: readonly Ordered[], context: CellContext) {
  const keys = orders.map(({ field, order }) => {
    const { cellOf, sortKey, isText, basis } = comparatorOf(field, context);
    const keyOf = (record: StoredRecord): SortKey => {
      const cell = cellOf(record);
      return cell === undefined ? null : sortKey(cell);
    };
    const compare = isText ? compareTextKeys : compareKeys;
    return { keyOf, compare: order === "asc" ? compare : reversed(compare), basis };
  });
  const compares = keys.map(({ compare }) => compare);
  return {
    /** The `basis` of each field's sort keys, if it may change (comparators/comparator.ts). */
    bases: keys.flatMap(({ basis }) => (basis ? [basis] : [])),
    keysOf: (record: StoredRecord): SortKey[] => keys.map(({ keyOf }) => keyOf(record)),
    compare(a: readonly SortKey[], b: readonly SortKey[]): number {
      // a loop by index, because this runs a dozen times for each record
      for (let i = 0; i < compares.length; i++) {
        const result = compares[i]?.(a[i] ?? null, b[i] ?? null) ?? 0;
        if (result !== 0) return result;
      }
      return 0;
    },
  };
}

const compareTextKeys: Compare = (a, b) =>
  typeof a === "string" && typeof b === "string" ? compareTexts(a, b) : compareKeys(a, b);

function compareKeys(a: SortKey, b: SortKey): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}

const reversed =
  (compare: Compare): Compare =>
  (a, b) =>
    compare(b, a);
