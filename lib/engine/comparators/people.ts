/* Cells of people, in the order of their names, which are asked for only then: more of them are known with each page of records. */
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { personText } from "#lib/engine/field-types/shared/people";
import { compareTexts } from "./collation.ts";
import type { ComparatorOf } from "./comparator.ts";
import { foldText } from "./folded.ts";
import { keyText } from "./key-text.ts";
import { testsOfMany, testsOfOne } from "./several.ts";

const idOf =
  ({ me }: CellContext) =>
  (value: string) =>
    value === "Me" ? me : value;

/** Behind a tab, which comes before all that names hold, the ids: people of one name are not one. */
const keyOf = (ids: string[], context: CellContext) =>
  keyText(`${ids.map((id) => personText(id, context)).join(", ")}\t${ids.join()}`);

const isNamed = (id: string, wanted: string, context: CellContext) =>
  foldText(personText(id, context)).includes(wanted);

export const person: ComparatorOf<string> = (_field, context) => ({
  tests: testsOfOne(idOf(context)),
  isText: true,
  sortKey: (cell) => keyOf([cell], context),
  identity: (cell) => cell,
  search: (wanted) => (cell) => isNamed(cell, wanted, context),
});

/** A cell is a set: who was put in first does not count. */
export const people: ComparatorOf<string[]> = (_field, context) => {
  const inOrder = (cell: string[]) =>
    cell.length < 2
      ? cell
      : cell
          .map((id) => ({ id, key: keyOf([id], context) }))
          .sort((a, b) => compareTexts(a.key, b.key))
          .map(({ id }) => id);
  return {
    tests: testsOfMany(idOf(context)),
    isText: true,
    sortKey: (cell) => keyOf(inOrder(cell), context),
    // not by name, which may change
    identity: (cell) => keyText(cell.toSorted().join()),
    example: inOrder,
    search: (wanted) => (cell) => cell.some((id) => isNamed(id, wanted, context)),
  };
};
