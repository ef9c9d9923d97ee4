import type { ReadingOf } from "./comparator.ts";
import { folded } from "./folded.ts";
import { keyText } from "./key-text.ts";

export const text: ReadingOf<string> = () => ({
  tests: {
    is(value: string) {
      const wanted = folded(value);
      return (cell) => folded(cell) === wanted;
    },
    contains: (value: string) => includes(folded(value)),
  },
  isText: true,
  sortKey: keyText,
  search: includes,
});

const includes = (wanted: string) => (cell: string) => folded(cell).includes(wanted);
