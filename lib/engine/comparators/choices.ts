/* Cells of select fields. A removed choice counts as absent; the order is that of the field's choices. */
import { type Choice, findByName, type SelectOptions } from "#lib/engine/field-types/shared/choices";
import type { Field } from "#lib/engine/fields/field";
import type { ComparatorOf } from "./comparator.ts";
import { foldText } from "./folded.ts";
import { keyText } from "./key-text.ts";
import { eachOnce, testsOfMany, testsOfOne } from "./several.ts";

interface Known {
  placeOf: ReadonlyMap<string, number>;
  idOf(value: string): string | undefined;
  /** The ids of the choices whose names contain this. */
  named(wanted: string): ReadonlySet<string>;
}

function knownOf({ options }: Field): Known {
  const { choices } = options as SelectOptions<unknown>;
  const placeOf = new Map(choices.map(({ id }: Choice, i) => [id as string, i]));
  return {
    placeOf,
    // a filter may hold ids, too
    idOf: (value) => findByName(choices, value)?.id ?? value,
    named: (wanted) =>
      new Set(choices.filter(({ name }) => foldText(name).includes(wanted)).map(({ id }) => id)),
  };
}

export const choice: ComparatorOf<string> = (field) => {
  const { placeOf, idOf, named } = knownOf(field);
  return {
    whole: (cell) => (cell !== undefined && placeOf.has(cell) ? cell : undefined),
    tests: testsOfOne(idOf),
    sortKey: (cell) => placeOf.get(cell) ?? 0,
    basis: [...placeOf.keys()],
    identity: (cell) => cell,
    search(wanted) {
      const ids = named(wanted);
      return (cell) => ids.has(cell);
    },
  };
};

/** A cell is a set: the order of its choices does not count, nor how often a lookup finds one. */
export const choices: ComparatorOf<string[]> = (field) => {
  const { placeOf, idOf, named } = knownOf(field);
  const isKnown = (id: string) => placeOf.has(id);
  const places = (cell: string[]) =>
    eachOnce(cell)
      .map((id) => placeOf.get(id) ?? 0)
      .sort((a, b) => a - b);
  const inOrder = (cell: string[]) =>
    eachOnce(cell).toSorted((a, b) => (placeOf.get(a) ?? 0) - (placeOf.get(b) ?? 0));
  return {
    whole(cell) {
      const left = cell === undefined || cell.every(isKnown) ? cell : cell.filter(isKnown);
      return left?.length === 0 ? undefined : left;
    },
    tests: testsOfMany(idOf),
    // one character for each choice, so that the texts sort like the lists
    sortKey: (cell) => keyText(String.fromCharCode(...places(cell).map((place) => firstCharacter + place))),
    basis: [...placeOf.keys()],
    // sorted by id, not by the order of the choices, which may change
    identity: (cell) => keyText(eachOnce(cell).toSorted().map(escapeCommas).join()),
    example: inOrder,
    search(wanted) {
      const ids = named(wanted);
      return (cell) => cell.some((id) => ids.has(id));
    },
  };
};

/** Clients choose ids of choices, so they may hold a comma. */
const escapeCommas = (id: string) => id.replace(/[\\,]/g, "\\$&");

/** Characters from here on need no escape in JSON. */
const firstCharacter = 0x100;
