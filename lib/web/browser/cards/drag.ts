/*
 * Dragging by pointer events. A mouse drags as soon as it moves; a finger after it was held, because otherwise it scrolls. Escape gives up.
 */
export interface Dragging {
  /** Where the pointer is: what is under it can be marked. */
  over: (x: number, y: number) => void;
  drop: (x: number, y: number) => void;
  /** Called in the end, however it ended. */
  end: () => void;
}

/** Pixels that a pointer moves before it drags. */
const slack = 6;
/** Milliseconds for which a finger is held. */
const held = 350;
/** Pixels from an edge at which what is under the pointer scrolls, and how far in each frame. */
const edge = 48;
const step = 12;

/** Begins with a pointer that was pressed on an element. `hasGhost`: a copy of the element follows the pointer. */
export function beginDrag(
  begun: PointerEvent,
  source: HTMLElement,
  dragging: Dragging,
  hasGhost = true,
): void {
  if (begun.button !== 0 || !begun.isPrimary) return;
  const ending = new AbortController();
  const { signal } = ending;
  const isTouch = begun.pointerType === "touch";
  let now = { x: begun.clientX, y: begun.clientY };
  let ghost: HTMLElement | undefined;
  let isDragging = false;
  const timer = isTouch ? setTimeout(start, held) : undefined;

  function start() {
    isDragging = true;
    if (hasGhost) ghost = makeGhost(source);
    document.documentElement.classList.add("dragging");
    move();
    requestAnimationFrame(scroll);
  }
  function move() {
    if (ghost) ghost.style.transform = `translate(${now.x - begun.clientX}px, ${now.y - begun.clientY}px)`;
    dragging.over(now.x, now.y);
  }
  function scroll() {
    if (!isDragging || signal.aborted) return;
    if (scrollNear(now)) dragging.over(now.x, now.y);
    requestAnimationFrame(scroll);
  }
  function end() {
    clearTimeout(timer);
    ending.abort();
    ghost?.remove();
    document.documentElement.classList.remove("dragging");
    if (isDragging) dragging.end();
    isDragging = false;
  }
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    hear: (event: WindowEventMap[Name]) => void,
  ) => addEventListener(name, hear, { signal, capture: true, passive: false });
  listen("pointermove", ({ clientX, clientY, pointerId }) => {
    if (pointerId !== begun.pointerId) return;
    now = { x: clientX, y: clientY };
    const isFar = Math.hypot(clientX - begun.clientX, clientY - begun.clientY) > slack;
    if (isDragging) move();
    else if (isFar && isTouch) end();
    else if (isFar) start();
  });
  listen("pointerup", (event) => {
    if (event.pointerId !== begun.pointerId) return;
    const wasDragging = isDragging;
    if (wasDragging) {
      dragging.drop(event.clientX, event.clientY);
      ignoreNextClick();
    }
    end();
  });
  listen("pointercancel", end);
  // while it drags, a finger does not scroll, and opens no menu
  listen("touchmove", (event) => isDragging && event.preventDefault());
  listen("contextmenu", (event) => isTouch && event.preventDefault());
  listen("keydown", (event) => {
    if (event.key !== "Escape" || !isDragging) return;
    event.preventDefault();
    event.stopPropagation();
    ignoreNextClick();
    end();
  });
}

function makeGhost(source: HTMLElement): HTMLElement {
  const { left, top, width, height } = source.getBoundingClientRect();
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.inert = true;
  const copy = source.cloneNode(true);
  ghost.append(copy);
  Object.assign(ghost.style, {
    ...{ left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` },
  });
  document.body.append(ghost);
  return ghost;
}

/** The click that follows the end of a drag is none. */
function ignoreNextClick(): void {
  const ending = new AbortController();
  const options = { signal: ending.signal, capture: true };
  addEventListener(
    "click",
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    options,
  );
  setTimeout(() => ending.abort(), 0);
}

/** Scrolls what is under the pointer, near its edges; gives whether it did. */
function scrollNear({ x, y }: { x: number; y: number }): boolean {
  let hasScrolled = false;
  let each = document.elementFromPoint(x, y);
  for (; each; each = each.parentElement) {
    if (!each.matches(".cards, .board, .calendar")) continue;
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const before = [each.scrollLeft, each.scrollTop];
    each.scrollBy(towards(x, left, right), towards(y, top, bottom));
    hasScrolled ||= each.scrollLeft !== before[0] || each.scrollTop !== before[1];
  }
  return hasScrolled;
}

function towards(at: number, begin: number, end: number): number {
  if (at - begin < edge) return -step;
  return end - at < edge ? step : 0;
}
