/*
 * Places in a list that people put in order: numbers, not whole ones, so that putting one between two others moves nobody.
 * Where the numbers come too close for that, as few neighbours as possible move apart.
 */
const close = 2 ** -20;
const apart = 2 ** -10;

export interface ListSlots {
  place: number;
  /** New places of those who have to move, by their index in the list. */
  moved: { index: number; place: number }[];
}

/** A place for one more, before the one at `index`; the list is sorted and some of it may share a place. */
export function makeRoom(places: readonly number[], index: number): ListSlots {
  for (let reach = 0; ; reach = 2 * reach + 1) {
    const first = Math.max(0, index - reach);
    const end = Math.min(places.length, index + reach);
    const room = spread(places[first - 1], places[end], end - first + 1, reach === 0 ? close : apart);
    const place = room?.[index - first];
    if (!room || place === undefined) continue;
    const others = room.toSpliced(index - first, 1);
    return { place, moved: others.map((place, i) => ({ index: first + i, place })) };
  }
}

interface Placed {
  id: string;
  order: number;
}

/** A place before or after one of the others, and who of them has to move; undefined when it is not among them. */
export function placeBeside<Other extends Placed>(
  others: readonly Other[],
  { anchorId, position }: { anchorId: string; position: "before" | "after" },
): { order: number; moved: { other: Other; order: number }[] } | undefined {
  const anchor = others.findIndex(({ id }) => id === anchorId);
  if (anchor === -1) return undefined;
  const room = makeRoom(
    others.map(({ order }) => order),
    position === "before" ? anchor : anchor + 1,
  );
  const moved = room.moved.flatMap(({ index, place }) => {
    const other = others[index];
    return other ? [{ other, order: place }] : [];
  });
  return { order: room.place, moved };
}

/** So many places between two, or undefined if they would be closer than that. Past an end of the list there is always room. */
function spread(before: number | undefined, after: number | undefined, count: number, least: number) {
  const step = before === undefined || after === undefined ? 1 : (after - before) / (count + 1);
  const start = before ?? (after === undefined ? -1 : after - count - 1);
  const places = Array.from({ length: count }, (_, i) => start + step * (i + 1));
  const all = [start, ...places, ...(after === undefined ? [] : [after])];
  const differ = all.every((place, i) => i === 0 || place > (all[i - 1] as number));
  return step >= least && differ ? places : undefined;
}
