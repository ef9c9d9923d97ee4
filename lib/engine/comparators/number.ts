import { typeOf } from "#lib/engine/fields/field";
import type { ComparatorOf, KeyBounds, Positive } from "./comparator.ts";
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
    ranges(operator, value) {
      const range = bounds[operator]?.(Number(value));
      return range && [range];
    },
    search: (wanted) => (cell) => foldText(type.text(cell, field.options, context)).includes(wanted),
  };
};

const bounds: { [operator in Positive]?: (value: number) => KeyBounds } = {
  is: (value) => ({ least: value, most: value }),
  isGreater: (above) => ({ above }),
  isGreaterEqual: (least) => ({ least }),
  isLess: (below) => ({ below }),
  isLessEqual: (most) => ({ most }),
};
