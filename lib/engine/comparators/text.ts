import type { ComparatorOf } from "./comparator.ts";
import { foldText } from "./folded.ts";
import { keyText } from "./key-text.ts";

export const text: ComparatorOf<string> = () => ({
  tests: {
    is(value: string) {
      const wanted = foldText(value);
      return (cell) => foldText(cell) === wanted;
    },
    contains: (value: string) => includes(foldText(value)),
  },
  isText: true,
  sortKey: keyText,
  search: includes,
});

const includes = (wanted: string) => (cell: string) => foldText(cell).includes(wanted);
