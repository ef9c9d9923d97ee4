/* Where cards are: in rows of equally high ones. */

export interface Places {
  /** How many cards stand side by side. */
  columns: number;
  /** The height of a row of them in pixels, with the gap below. */
  height: number;
}

/** Browsers draw nothing beyond some 17 million pixels. */
const mostPixels = 15_000_000;
/** Rows above and below those in view. */
const around = 2;

/** How many cards can be scrolled to. */
export const mostCards = ({ columns, height }: Places): number => Math.floor(mostPixels / height) * columns;

/** The first and last card near what is in view; the last is before the first if there are none. */
export function cardsInView(
  { columns, height }: Places,
  count: number,
  { top, room }: { top: number; room: number },
): [first: number, last: number] {
  const firstRow = Math.max(0, Math.floor(top / height) - around);
  const lastRow = Math.ceil((top + room) / height) + around;
  return [firstRow * columns, Math.min(count, (lastRow + 1) * columns) - 1];
}

/** The card that a key leads to; undefined if the key is none of them. `page`: how many rows are in view. */
export function cardByKey(
  key: string,
  index: number,
  {
    count,
    columns,
    page,
    isRightToLeft,
  }: { count: number; columns: number; page: number; isRightToLeft: boolean },
): number | undefined {
  const ahead = isRightToLeft ? -1 : 1;
  const steps: { [key: string]: number } = {
    ArrowRight: ahead,
    ArrowLeft: -ahead,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * page,
    PageUp: -columns * page,
    Home: -count,
    End: count,
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step === undefined || count === 0) return undefined;
  const next = index + step;
  // in the last row a card may have none below it
  if (
    next >= count &&
    key === "ArrowDown" &&
    Math.floor(index / columns) === Math.floor((count - 1) / columns)
  )
    return index;
  return Math.max(0, Math.min(count - 1, next));
}
