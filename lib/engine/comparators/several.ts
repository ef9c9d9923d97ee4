/* What cells that hold ids have in common: one id, or a set of them. `idOf` finds what a filter means. */
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

export const testsOfMany = (idOf: IdOf) => ({
  hasAnyOf(values: string[]) {
    const ids = idsOf(values, idOf);
    return (cell: string[]) => cell.some((id) => ids.has(id));
  },
  hasAllOf(values: string[]) {
    const ids = idsOf(values, idOf);
    // a cell holds each id once
    return (cell: string[]) =>
      cell.length >= ids.size && cell.filter((id) => ids.has(id)).length === ids.size;
  },
  isExactly(values: string[]) {
    const ids = idsOf(values, idOf);
    return (cell: string[]) => cell.length === ids.size && cell.every((id) => ids.has(id));
  },
});

const idsOf = (values: string[], idOf: IdOf): ReadonlySet<string | undefined> => new Set(values.map(idOf));
