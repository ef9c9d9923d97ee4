/* Dragging from one day of a calendar to another. */
import { beginDrag } from "../cards/drag.ts";

/** The element of the day under a point. The bar of another day may lie over it. */
const findDay = (x: number, y: number): HTMLElement | undefined => {
  for (const each of document.elementsFromPoint(x, y))
    if (each instanceof HTMLElement && each.dataset["day"] !== undefined) return each;
  return undefined;
};

/** Says from which day to which one the pointer was dragged. `hasGhost`: a copy of the element follows it. */
export function dragOverDays(
  event: PointerEvent,
  element: HTMLElement,
  hasGhost: boolean,
  drop: (from: number, to: number) => void,
): void {
  const from = findDay(event.clientX, event.clientY)?.dataset["day"];
  if (from === undefined) return;
  let marked: HTMLElement | undefined;
  const mark = (day: HTMLElement | undefined) => {
    if (marked) delete marked.dataset["drop"];
    marked = day;
    if (day) day.dataset["drop"] = "in";
  };
  beginDrag(
    event,
    element,
    {
      over: (x, y) => mark(findDay(x, y)),
      drop(x, y) {
        const to = findDay(x, y)?.dataset["day"];
        if (to !== undefined) drop(Number(from), Number(to));
      },
      end: () => mark(undefined),
    },
    hasGhost,
  );
}
