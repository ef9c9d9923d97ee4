/*
 * What fingers do in a grid.
 *
 *   tap                    selects a cell, or opens the record of a number
 *   two taps               edit the cell
 *   held, and let go       opens the menu of the selected cells, or of the row of a number
 *   moved                  scrolls, and selects nothing
 *   a handle is dragged    the selection goes on to there; a handle is at its first and its last corner
 */
import { beginDrag } from "../cards/drag.ts";
import { headHeight } from "../grid/geometry.ts";
import type { Grid } from "../grid/grid.ts";
import type { Cell } from "../grid/keys.ts";
import { followPointer } from "../grid/pointer.ts";

export interface TouchedGrid {
  grid: Grid;
  host: HTMLElement;
  /** Opens the editor of a cell. */
  open: (cell: Cell) => void;
}

/** Two taps in so many milliseconds are one of two. */
const twice = 400;

/** Follows the fingers in a grid, until the signal ends it. */
export function listenToFingers({ grid, host, open }: TouchedGrid, signal: AbortSignal): void {
  const handles = { begin: makeCorner("begin"), end: makeCorner("end") };
  const corners = Object.values(handles);
  let last: { cell: Cell; time: number } | undefined;

  /** A mouse has the handle that fills; a finger has these. */
  const showHandles = (isShown: boolean) => {
    host.classList.toggle("touched", isShown);
    if (isShown) grid.sheet.element.append(...corners);
    else for (const handle of corners) handle.remove();
    grid.afterDraw = isShown ? place : undefined;
    grid.drawSoon();
  };

  const place = () => {
    const { top, bottom, left, right } = grid.range;
    const { sheet } = grid;
    put(handles.begin, sheet.elementOf({ row: top, column: left }), left, 0);
    put(handles.end, sheet.elementOf({ row: bottom, column: right }), right + 1, sheet.layout.rowHeight);
  };

  /** Where the cell is. A corner that is not in view has no handle. */
  const put = (handle: HTMLElement, cell: HTMLElement | undefined, edge: number, down: number) => {
    const line = cell?.parentElement;
    handle.hidden = !line || grid.isEditing;
    if (!line) return;
    const { frozen, geometry } = grid.sheet;
    const isFrozen = edge < frozen || (edge === frozen && handle === handles.end);
    const scrolled = isFrozen ? Math.abs(host.scrollLeft) : 0;
    handle.style.insetInlineStart = `${(geometry.edges[edge] ?? 0) + scrolled}px`;
    handle.style.transform = line.style.transform;
    handle.style.marginBlockStart = `${down}px`;
  };

  const drag = (event: PointerEvent, isBegin: boolean) => {
    const { top, bottom, left, right } = grid.range;
    const opposite = isBegin ? { row: bottom, column: right } : { row: top, column: left };
    // the handle is below the finger, and what is below the handle is looked for
    host.classList.add("stretching");
    followPointer(event, {
      edges: host,
      move: ({ clientX, clientY }) => {
        const box = host.getBoundingClientRect();
        const within = (at: number, least: number, most: number) => Math.max(least, Math.min(most, at));
        const under = document.elementFromPoint(
          within(clientX, box.left + 1, box.right - 2),
          within(clientY, box.top + headHeight + 1, box.bottom - 2),
        );
        const cell = under && grid.cellAt(under);
        if (cell) grid.stretch(opposite, cell);
      },
      end: () => {
        host.classList.remove("stretching");
        grid.takeFocus();
      },
    });
  };

  const press = (event: PointerEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || grid.isEditing) return;
    if (event.pointerType !== "touch") {
      if (host.classList.contains("touched")) showHandles(false);
      return;
    }
    if (target === handles.begin || target === handles.end) {
      event.preventDefault();
      drag(event, target === handles.begin);
      return;
    }
    // the number of a row is below the button that opens its record
    const held = target.closest<HTMLElement>("[role=rowheader]") ?? target;
    if (!grid.cellAt(held) && grid.sheet.numberedBy(held) === undefined) return;
    // the browser closes what is opened while the finger is being lifted
    const drop = () => setTimeout(() => grid.askMenu(held), 0);
    beginDrag(event, held, { over: () => {}, drop, end: () => {} }, false);
  };

  const tap = (event: MouseEvent) => {
    const { target } = event;
    const isFinger = event instanceof PointerEvent && event.pointerType === "touch";
    if (!isFinger || !(target instanceof Element) || grid.isEditing) return;
    const row = grid.sheet.numberedBy(target);
    const cell = grid.cellAt(target);
    if (!cell && row === undefined) return;
    showHandles(true);
    if (row !== undefined) grid.selectRow(row);
    if (!cell) return;
    const { timeStamp: time } = event;
    const isSecond =
      last && last.cell.row === cell.row && last.cell.column === cell.column && time - last.time < twice;
    last = { cell, time };
    if (isSecond) open(cell);
    else grid.focus(cell);
  };

  host.addEventListener("pointerdown", press, { signal });
  host.addEventListener("click", tap, { signal });
  signal.addEventListener("abort", () => showHandles(false));
}

function makeCorner(name: string): HTMLElement {
  const handle = document.createElement("div");
  handle.className = `corner ${name}`;
  handle.setAttribute("aria-hidden", "true");
  return handle;
}
