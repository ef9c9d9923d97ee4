import { keyText } from "./key-text.ts";
import type { ReadingOf } from "./reading.ts";

export const text: ReadingOf<string> = () => ({
  tests: {
    is(value: string) {
      const wanted = value.toLowerCase();
      return (cell) => cell.toLowerCase() === wanted;
    },
    contains: (value: string) => includes(value.toLowerCase()),
  },
  isText: true,
  sortKey: keyText,
  search: includes,
});

const includes = (wanted: string) => (cell: string) => cell.toLowerCase().includes(wanted);
