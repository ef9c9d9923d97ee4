/* What is done by dragging. */
import { headHeight } from "./geometry.ts";

interface Drag {
  /** While the button is held. */
  move: (at: { clientX: number; clientY: number }) => void;
  /** It was let go, or given up by Escape or by the browser. */
  end?: (isDone: boolean) => void;
  /** This element scrolls while the pointer is at its edges. */
  edges?: HTMLElement;
  /** It scrolls sideways only. */
  isAcross?: boolean;
}

/** So near to an edge it scrolls. */
const nearEdge = 36;
/** Pixels in a frame. */
const speed = 14;

/** Follows the pointer until the button is let go. */
export function followPointer(begun: PointerEvent, { move, end, edges, isAcross = false }: Drag): void {
  const ending = new AbortController();
  const { signal } = ending;
  let at = { clientX: begun.clientX, clientY: begun.clientY };
  let frame = 0;
  const scroll = () => {
    frame = requestAnimationFrame(scroll);
    if (!edges) return;
    const { left, right, top, bottom } = edges.getBoundingClientRect();
    const by = (place: number, least: number, most: number) =>
      place > most - nearEdge ? speed : place < least + nearEdge ? -speed : 0;
    const { scrollLeft, scrollTop } = edges;
    const down = isAcross ? 0 : by(at.clientY, top + headHeight, bottom);
    edges.scrollBy(by(at.clientX, left, right), down);
    if (scrollLeft !== edges.scrollLeft || scrollTop !== edges.scrollTop) move(at);
  };
  const stop = (isDone: boolean) => {
    ending.abort();
    cancelAnimationFrame(frame);
    end?.(isDone);
  };
  addEventListener(
    "pointermove",
    ({ pointerId, clientX, clientY }) => {
      if (pointerId !== begun.pointerId) return;
      at = { clientX, clientY };
      // what is only clicked does not scroll
      if (frame === 0 && edges) frame = requestAnimationFrame(scroll);
      move(at);
    },
    { signal },
  );
  addEventListener("pointerup", () => stop(true), { signal });
  addEventListener("pointercancel", () => stop(false), { signal });
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      stop(false);
    },
    { signal, capture: true },
  );
}

/** While the button is held, says over which element the pointer is. A finger scrolls. */
export function dragSelection(begun: PointerEvent, over: (element: Element) => void): void {
  if (begun.pointerType === "touch") return;
  followPointer(begun, {
    move: ({ clientX, clientY }) => {
      const under = document.elementFromPoint(clientX, clientY);
      if (under) over(under);
    },
  });
}
