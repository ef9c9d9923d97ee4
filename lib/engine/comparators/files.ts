import type { Attachment } from "#lib/engine/field-types/shared/field-type";
import type { ComparatorOf } from "./comparator.ts";
import { foldText } from "./folded.ts";
import { keyText } from "./key-text.ts";

/** In the order of their names, and behind a tab the files: the same ones under the same names are one value. */
export const files: ComparatorOf<Attachment[]> = () => ({
  tests: {},
  isText: true,
  sortKey: (cell) =>
    keyText(`${cell.map(({ name }) => name).join(", ")}\t${cell.map(({ token }) => token).join()}`),
  search: (wanted) => (cell) => cell.some(({ name }) => foldText(name).includes(wanted)),
});
