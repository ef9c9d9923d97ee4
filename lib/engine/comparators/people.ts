/* Cells with people, sorted by name. Names are looked up when they are compared, because each page of records makes more of them known. */
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { personText } from "#lib/engine/field-types/shared/people";
import { compareTexts } from "#lib/engine/order-keys/compare-texts";
import type { ComparatorOf } from "./comparator.ts";
import { foldText } from "./folded.ts";
import { keyText } from "./key-text.ts";
import { eachOnce, testsOfMany, testsOfOne } from "./several.ts";

const idOf =
  ({ me }: CellContext) =>
  (value: string) =>
    value === "Me" ? me : value;

/** The names, then a tab, which sorts before all characters of names, then the ids: people with the same name stay distinct. */
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

/** A cell is a set: the order of its people does not count, nor how often a lookup finds one. */
export const people: ComparatorOf<string[]> = (_field, context) => {
  const inOrder = (cell: string[]) =>
    cell.length < 2
      ? cell
      : eachOnce(cell)
          .map((id) => ({ id, key: keyOf([id], context) }))
          .sort((a, b) => compareTexts(a.key, b.key))
          .map(({ id }) => id);
  return {
    tests: testsOfMany(idOf(context)),
    isText: true,
    sortKey: (cell) => keyOf(inOrder(cell), context),
    // by id, because names may change
    identity: (cell) => keyText(eachOnce(cell).toSorted().join()),
    example: inOrder,
    search: (wanted) => (cell) => cell.some((id) => isNamed(id, wanted, context)),
  };
};
