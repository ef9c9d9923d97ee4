import type { ComparatorOf } from "./comparator.ts";

/** An unchecked box is a value like a checked one, and is never empty. */
export const boolean: ComparatorOf<boolean> = () => ({
  whole: (cell) => cell === true,
  valueOfNull: false,
  tests: { is: (value: boolean) => (cell) => cell === value },
  sortKey: Number,
  search: (wanted) => (cell) => String(cell).includes(wanted),
});
