/*
 * How filters, orders, groups, statistics and searches read the cells of a family. Each family has a file beside this one.
 * These functions are called for hundreds of thousands of records, so everything possible is computed before the first one.
 *
 *   stored cell ──whole──▶ a filled cell, or undefined      tests, sortKey, identity, search get filled cells only
 */

import type { CellContext, StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { Operator } from "#lib/engine/field-types/shared/operators";
import type { Field } from "#lib/engine/fields/field";
import type { FilterItem } from "#lib/schemas/tables/filter";

/** Declared as a method, so that TypeScript lets each family take its own type of cells. */
export type Test<Cell> = { test(cell: Cell): boolean }["test"];

/** Operators that are the negation of another. They match every record that the other does not match, also empty cells. */
export const negations = {
  isNot: "is",
  doesNotContain: "contains",
  isNoneOf: "isAnyOf",
  isNotExactly: "isExactly",
  hasNoneOf: "hasAnyOf",
} as const satisfies { [O in Operator]?: Operator };

export type Positive = Exclude<Operator, keyof typeof negations | "isEmpty" | "isNotEmpty">;

export interface Comparator<Cell extends StoredCell = StoredCell> {
  /** The cell without references to deleted things, for example removed choices. Default: the stored cell. */
  whole?(cell: Cell | undefined): Cell | undefined;
  /** What null means in a filter. Default: the item is ignored. */
  readonly valueOfNull?: boolean;
  readonly tests: { readonly [O in Positive]?: { make(value: FilterItem["value"]): Test<Cell> }["make"] };
  /** A short JSON value that sorts like the cells; with `isText`, texts sort as in a dictionary. */
  sortKey(cell: Cell): string | number;
  readonly isText?: true;
  /**
   * The list in which sort keys are positions, if it may change, for example the choices. Old keys stay valid while the list is the same,
   * or has only grown at its end.
   */
  readonly basis?: readonly string[];
  /** The same for cells that count as one value. Default: the sort key. */
  identity?(cell: Cell): string | number;
  /** The cell that is shown for all cells that count as one value. Default: any of them. */
  example?(cell: Cell): Cell;
  /** Whether a cell contains the text; `wanted` is already folded (`foldText`). */
  search(wanted: string): Test<Cell>;
}

export type ComparatorOf<Cell extends StoredCell> = (field: Field, context: CellContext) => Comparator<Cell>;
