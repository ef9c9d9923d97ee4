/* Cells with links, by the titles that the record keeps: sorted, grouped and searched by title, filtered by id or title. */
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { linksText } from "#lib/engine/field-types/shared/links";
import type { ComparatorOf } from "./comparator.ts";
import { foldText } from "./folded.ts";
import { keyText } from "./key-text.ts";

/** Whether a filter names this linked record. */
const named = (values: readonly string[]) => {
  const wanted = new Set(values);
  return ({ id, title }: LinkedRecord) => wanted.has(id) || (title !== undefined && wanted.has(title));
};

function anyOf(values: string[]) {
  const test = named(values);
  return (cell: LinkedRecord[]) => cell.some(test);
}

const contains = (wanted: string) => (cell: LinkedRecord[]) =>
  cell.some(({ title }) => title !== undefined && foldText(title).includes(wanted));

const link: ComparatorOf<LinkedRecord[]> = () => ({
  isText: true,
  // the titles, then a tab, which sorts before all characters of titles, then the ids: records with one title stay distinct
  sortKey: (cell) => keyText(`${linksText(cell)}\t${cell.map(({ id }) => id).join()}`),
  // by id, because titles may change
  identity: (cell) => keyText(cell.map(({ id }) => id).join()),
  search: contains,
  // the tests of one link and of many: a stored filter may be older than the relationship
  tests: {
    is: (value: string) => {
      const test = named([value]);
      return (cell) => cell.some(test);
    },
    isAnyOf: anyOf,
    hasAnyOf: anyOf,
    hasAllOf: (values: string[]) => {
      const tests = [...new Set(values)].map((value) => named([value]));
      return (cell) => tests.every((test) => cell.some(test));
    },
    // a record named by id and by title counts once, and one title may name several records
    isExactly: (values: string[]) => {
      const tests = [...new Set(values)].map((value) => named([value]));
      const isNamed = named(values);
      return (cell) => cell.every(isNamed) && tests.every((test) => cell.some(test));
    },
    contains: (value: string) => contains(foldText(value)),
  },
});

export { link, link as links };
