/*
 * How the cells of a family are read by filters, orders, groups, statistics and searches. One file each beside this one.
 * Whatever can be worked out before the first record is: what is here is called for hundreds of thousands of them.
 *
 *   stored cell ──whole──▶ a filled cell, or undefined      tests, sortKey, identity, search see filled cells only
 */

import type { CellContext, StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { Operator } from "#lib/engine/field-types/shared/operators";
import type { Field } from "#lib/engine/fields/field";
import type { FilterItem } from "#lib/schemas/tables/filter";

/** A method's type, of which TypeScript lets each family's take its own cells. */
export type Test<Cell> = { test(cell: Cell): boolean }["test"];

/** Operators that hold wherever another does not, so of empty cells too. */
export const negations = {
  isNot: "is",
  doesNotContain: "contains",
  isNoneOf: "isAnyOf",
  isNotExactly: "isExactly",
  hasNoneOf: "hasAnyOf",
} as const satisfies { [O in Operator]?: Operator };

export type Positive = Exclude<Operator, keyof typeof negations | "isEmpty" | "isNotEmpty">;

export interface Comparator<Cell extends StoredCell = StoredCell> {
  /** Without what it pointed at and is gone; left out: cells are as they are stored. */
  whole?(cell: Cell | undefined): Cell | undefined;
  /** What null says in a filter; left out: nothing, the item is ignored. */
  readonly valueOfNull?: boolean;
  readonly tests: { readonly [O in Positive]?: { make(value: FilterItem["value"]): Test<Cell> }["make"] };
  /** JSON-safe and short, in the order of the cells; texts come in the order of a dictionary if `isText`. */
  sortKey(cell: Cell): string | number;
  readonly isText?: true;
  /** What sort keys are counted by, where that may change: keys of before say the same only as far as it is the same, or grew at its end. */
  readonly basis?: readonly string[];
  /** The same for cells that count as one value. Left out: the sort key. */
  identity?(cell: Cell): string | number;
  /** Of the cells that count as one value, the one that is shown. */
  example?(cell: Cell): Cell;
  /** `wanted` is folded. */
  search(wanted: string): Test<Cell>;
}

export type ComparatorOf<Cell extends StoredCell> = (field: Field, context: CellContext) => Comparator<Cell>;
