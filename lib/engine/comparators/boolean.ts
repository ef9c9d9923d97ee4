import type { ComparatorOf } from "./comparator.ts";

/** An unchecked checkbox is the value false; cells are never empty. */
export const boolean: ComparatorOf<boolean> = () => ({
  whole: (cell) => cell === true,
  valueOfNull: false,
  tests: { is: (value: boolean) => (cell) => cell === value },
  sortKey: Number,
  search: (wanted) => (cell) => String(cell).includes(wanted),
});
