import type { Attachment } from "#lib/engine/field-types/shared/field-type";
import type { ComparatorOf } from "./comparator.ts";
import { foldText } from "./folded.ts";
import { keyText } from "./key-text.ts";

/** Sorts by the names of the files. The tokens follow after a tab, so that only the same files with the same names are one value. */
export const files: ComparatorOf<Attachment[]> = () => ({
  tests: {},
  isText: true,
  sortKey: (cell) => keyText(`${namesIn(cell)}\t${cell.map(({ token }) => token).join()}`),
  search: (wanted) => (cell) => foldText(namesIn(cell)).includes(wanted),
});

/** The names in the form of a list. The text of a cell contains tokens too, which are not searched. */
const namesIn = (cell: Attachment[]): string => cell.map(({ name }) => name).join(", ");
