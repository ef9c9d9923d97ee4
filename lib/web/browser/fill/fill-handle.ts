/* The handle at the corner of the selection: dragged, it fills cells beyond it. */
import { headHeight } from "../grid/geometry.ts";
import type { Cell } from "../grid/keys.ts";
import { followPointer } from "../grid/pointer.ts";
import type { CellRange } from "../grid/selection.ts";
import { extensionTo } from "./series.ts";

interface FillOptions {
  host: HTMLElement;
  from: CellRange;
  cellAt: (element: Element) => Cell | undefined;
  /** Shows what would be filled. */
  show: (to: CellRange | undefined) => void;
  fill: (from: CellRange, to: CellRange) => void;
}

/** Makes the handle. */
export function makeFillHandle(): HTMLElement {
  const handle = document.createElement("div");
  handle.className = "fill";
  return handle;
}

/** Follows the pointer until the handle is let go. */
export function dragFill(begun: PointerEvent, { host, from, cellAt, show, fill }: FillOptions): void {
  let to: CellRange | undefined;
  followPointer(begun, {
    edges: host,
    move: ({ clientX, clientY }) => {
      const { left, right, top, bottom } = host.getBoundingClientRect();
      const within = (at: number, least: number, most: number) => Math.max(least, Math.min(most, at));
      const under = document.elementFromPoint(
        within(clientX, left + 1, right - 2),
        within(clientY, top + headHeight + 1, bottom - 2),
      );
      const cell = under && cellAt(under);
      if (!cell) return;
      to = extensionTo(from, cell);
      show(to);
    },
    end: (isDone) => {
      show(undefined);
      if (isDone && to) fill(from, to);
    },
  });
}
