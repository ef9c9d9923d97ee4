import { typeOf } from "#lib/engine/fields/field";
import type { ComparatorOf } from "./comparator.ts";
import { foldText } from "./folded.ts";

export const number: ComparatorOf<number> = (field, context) => {
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
    search: (wanted) => (cell) => foldText(type.text(cell, field.options, context)).includes(wanted),
  };
};
