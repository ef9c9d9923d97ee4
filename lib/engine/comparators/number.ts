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
    search: (wanted) => {
      const textOf = (cell: number) => foldText(type.text(cell, field.options, context));
      // most searches are for words, which no number has: the text of a number costs more than the test of a text
      const characters = `0123456789.,-${textOf(0)}`;
      if ([...wanted].some((each) => !characters.includes(each))) return () => false;
      return (cell) => textOf(cell).includes(wanted);
    },
  };
};
