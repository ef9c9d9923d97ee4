/* Where the list of a text field stands in the window. */

/** Puts the list of a text field below it, or above where there is more room; never over it. `enough`: with so many pixels it is below. Gives the height that it has room for. */
export function placeListBeside(list: HTMLElement, { top, bottom }: DOMRect, enough: number): number {
  const below = innerHeight - bottom;
  const isBelow = below > enough || below > top;
  list.style.top = isBelow ? `${bottom}px` : "auto";
  list.style.bottom = isBelow ? "auto" : `${innerHeight - top}px`;
  return (isBelow ? below : top) - 8;
}

/** Does so with a list that is as wide as its text field, and at most so high. */
export function placeWide(
  list: HTMLElement,
  input: HTMLElement,
  { enough, most }: { enough: number; most: number },
): void {
  const place = input.getBoundingClientRect();
  list.style.left = `${place.left}px`;
  list.style.width = `${place.width}px`;
  list.style.maxHeight = `${Math.min(most, placeListBeside(list, place, enough))}px`;
}
