/* In which order records come: keys of each are made once, and small enough to stand in a cursor. */

import type { StoredRecord } from "#lib/engine/cells/present";
import { compareTexts } from "#lib/engine/comparators/collation";
import { comparatorOf } from "#lib/engine/comparators/index";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";

/** Null of an empty cell. */
export type SortKey = string | number | null;

export interface Ordered {
  field: Field;
  order: "asc" | "desc";
}

type Compare = (a: SortKey, b: SortKey) => number;

/** Empty cells come first, and last when the order is turned. Records of equal keys are the caller's to put in order. */
export function makeOrderer(orders: readonly Ordered[], context: CellContext) {
  const keys = orders.map(({ field, order }) => {
    const { cellOf, sortKey, isText, basis } = comparatorOf(field, context);
    const keyOf = (record: StoredRecord): SortKey => {
      const cell = cellOf(record);
      return cell === undefined ? null : sortKey(cell);
    };
    const compare = isText ? compareTextKeys : compareKeys;
    return { keyOf, compare: order === "asc" ? compare : turned(compare), basis };
  });
  const compares = keys.map(({ compare }) => compare);
  return {
    /** What keys are counted by (readings/reading.ts), of each field where that may change. */
    bases: keys.flatMap(({ basis }) => (basis ? [basis] : [])),
    keysOf: (record: StoredRecord): SortKey[] => keys.map(({ keyOf }) => keyOf(record)),
    compare(a: readonly SortKey[], b: readonly SortKey[]): number {
      // by index: this runs for each record a dozen times
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

const turned =
  (compare: Compare): Compare =>
  (a, b) =>
    compare(b, a);
