/*
 * The order of a list that people arrange. Each item has a place, which is a fraction, so that an item can be put between two others
 * without moving them. If two places are too close, as few neighbours as possible get new places.
 */
const close = 2 ** -20;
const apart = 2 ** -10;

export interface ListSlots {
  place: number;
  /** New places for items that have to move, with their index in the list. */
  moved: { index: number; place: number }[];
}

/** The place for a new item before the item at `index`. The list is sorted; items may have equal places. */
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

/** The order for an item before or after `anchorId`, and the others that have to move; undefined if the anchor is not among them. */
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

/** `count` places between two others, at least `least` apart; undefined if there is no room. Beyond the first and last item there is always room. */
function spread(before: number | undefined, after: number | undefined, count: number, least: number) {
  const step = before === undefined || after === undefined ? 1 : (after - before) / (count + 1);
  const start = before ?? (after === undefined ? -1 : after - count - 1);
  const places = Array.from({ length: count }, (_, i) => start + step * (i + 1));
  const all = [start, ...places, ...(after === undefined ? [] : [after])];
  const differ = all.every((place, i) => i === 0 || place > (all[i - 1] as number));
  return step >= least && differ ? places : undefined;
}
