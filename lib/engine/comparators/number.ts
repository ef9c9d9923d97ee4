import { typeOf } from "#lib/engine/fields/field";
import type { ReadingOf } from "./comparator.ts";
import { folded } from "./folded.ts";

export const number: ReadingOf<number> = (field, context) => {
  const type = typeOf(field);
  return {
    tests: {
      is: (value: number) => (cell) => cell === value,
      isGreater: (value: number) => (cell) => cell > value,
      isGreaterEqual: (value: number) => (cell) => cell >= value,
      isLess: (value: number) => (cell) => cell < value,
      isLessEqual: (value: number) => (cell) => cell <= value,
    },
    sortKey: (cell) => cell,
    search: (wanted) => (cell) => folded(type.text(cell, field.options, context)).includes(wanted),
  };
};
