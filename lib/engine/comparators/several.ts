/* The tests of cells that hold one id or a set of ids. `idOf` converts a filter's value to an id. */
type IdOf = (value: string) => string | undefined;

export const testsOfOne = (idOf: IdOf) => ({
  is(value: string) {
    const id = idOf(value);
    return (cell: string) => cell === id;
  },
  isAnyOf(values: string[]) {
    const ids = idsOf(values, idOf);
    return (cell: string) => ids.has(cell);
  },
});

/** Cells are sets: a lookup may find one id in several records. */
export const testsOfMany = (idOf: IdOf) => ({
  hasAnyOf(values: string[]) {
    const ids = idsOf(values, idOf);
    return (cell: string[]) => cell.some((id) => ids.has(id));
  },
  hasAllOf(values: string[]) {
    const ids = idsOf(values, idOf);
    return (cell: string[]) => cell.length >= ids.size && countIn(cell, ids) === ids.size;
  },
  isExactly(values: string[]) {
    const ids = idsOf(values, idOf);
    return (cell: string[]) => cell.every((id) => ids.has(id)) && countIn(cell, ids) === ids.size;
  },
});

const idsOf = (values: string[], idOf: IdOf): ReadonlySet<string | undefined> => new Set(values.map(idOf));

/** How many of these ids the cell holds. */
const countIn = (cell: string[], ids: ReadonlySet<string | undefined>): number =>
  eachOnce(cell).filter((id) => ids.has(id)).length;

/** The cell as a set, in its order. */
export const eachOnce = (cell: string[]): string[] =>
  cell.length < 2 || new Set(cell).size === cell.length ? cell : [...new Set(cell)];
