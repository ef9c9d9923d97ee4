/* The headers of a grid: they are resized and moved by dragging, and reached by keys. What their menus do is elsewhere. */
import { beginDrag } from "../cards/drag.ts";
import type { BandDoes } from "../grid/bands.ts";
import { isRightToLeft, leastWidth } from "../grid/geometry.ts";
import type { Grid } from "../grid/grid.ts";
import { followPointer } from "../grid/pointer.ts";
import { headerTexts } from "./texts.ts";

/** What headers leave to others. */
export interface HeaderActions {
  openMenu: (column: number, anchor: HTMLElement) => void;
  /** The width of a column is another one. */
  setWidth: (column: number, width: number) => void;
  /** A column is put before the one at this place. */
  move: (column: number, gap: number) => void;
  /** So many of the first columns stay in place from now on. */
  freeze: (count: number) => void;
  /** Makes a field; absent for those who may not. */
  addField?: ((anchor: HTMLElement) => void) | undefined;
}

/** How headers are made. */
export const headersOf = (actions: HeaderActions | undefined): BandDoes => ({
  ...{ role: "columnheader", lineRole: "row", className: "head", corner: "#" },
  addLabel: actions?.addField && headerTexts.newField,
  fill(cell, { field }) {
    const name = document.createElement("span");
    name.className = "name";
    name.textContent = field.name;
    cell.title = field.name;
    cell.setAttribute("aria-label", field.name);
    cell.append(name);
    if (!actions) return undefined;
    const menu = document.createElement("button");
    menu.type = "button";
    menu.className = "opens";
    menu.setAttribute("aria-label", headerTexts.menuOf(field.name));
    menu.setAttribute("aria-haspopup", "true");
    const edge = document.createElement("span");
    edge.className = "edge";
    cell.append(menu, edge);
    return menu;
  },
});

/** So many pixels of a drag are still a click. */
const still = 5;
const widthOfStep = 16;
const mostFitted = 600;

/** Listens to the headers of a grid, until the signal ends it. */
export function listenToHeaders(
  grid: Grid,
  host: HTMLElement,
  actions: HeaderActions,
  signal: AbortSignal,
): void {
  const { head } = grid.sheet;
  const at = (event: Event) => (event.target instanceof Element ? head.columnAt(event.target) : undefined);
  const isEdge = ({ target }: Event) => target instanceof Element && target.classList.contains("edge");
  const isButton = ({ target }: Event) => target instanceof HTMLButtonElement;

  const resize = (begun: PointerEvent, column: number) => {
    const from = grid.columns[column]?.width ?? 0;
    const sign = isRightToLeft(host) ? -1 : 1;
    let width = from;
    followPointer(begun, {
      move: ({ clientX }) => {
        width = Math.max(leastWidth, Math.round(from + sign * (clientX - begun.clientX)));
        grid.sheet.setColumnWidth(column, width);
        grid.drawSoon();
      },
      end: (isDone) => {
        if (isDone && width !== from) actions.setWidth(column, width);
        else grid.sheet.setColumnWidth(column, from);
        grid.drawSoon();
      },
    });
  };

  /** The gap between columns that is nearest to the pointer. */
  const gapAt = (clientX: number): number => {
    const { left, right } = host.getBoundingClientRect();
    const inView = isRightToLeft(host) ? right - clientX : clientX - left;
    const { geometry, frozen } = grid.sheet;
    const isFrozen = inView < (geometry.edges[frozen] ?? 0);
    return geometry.gapAt(inView + (isFrozen ? 0 : Math.abs(host.scrollLeft)));
  };
  /** A line in a gap between columns. */
  const makeMark = () => {
    const mark = document.createElement("div");
    mark.className = "gap";
    mark.setAttribute("aria-hidden", "true");
    grid.sheet.element.append(mark);
    return {
      place(gap: number) {
        const { geometry, frozen } = grid.sheet;
        const scrolled = gap <= frozen ? Math.abs(host.scrollLeft) : 0;
        mark.style.insetInlineStart = `${(geometry.edges[gap] ?? 0) + scrolled}px`;
      },
      remove: () => mark.remove(),
    };
  };
  const freeze = (begun: PointerEvent) => {
    const { frozen } = grid.sheet;
    const mark = makeMark();
    let count = frozen;
    mark.place(count);
    followPointer(begun, {
      move: ({ clientX }) => {
        count = grid.sheet.geometry.frozenIn(gapAt(clientX), host.clientWidth);
        mark.place(count);
      },
      end: (isDone) => {
        mark.remove();
        if (isDone && count !== frozen) actions.freeze(count);
      },
    });
  };

  /** What is done while a column is dragged. */
  const carry = (begun: PointerEvent, column: number) => {
    let mark: ReturnType<typeof makeMark> | undefined;
    let gap = column;
    const isMovable = !grid.columns[column]?.field.isPrimary;
    return {
      move: (clientX: number) => {
        if (!isMovable || (!mark && Math.abs(clientX - begun.clientX) < still)) return;
        mark ??= makeMark();
        gap = Math.max(1, gapAt(clientX));
        mark.place(gap);
      },
      /** `otherwise`: what it was if the column was not moved. */
      drop: (otherwise: () => void) => {
        if (mark) actions.move(column, gap);
        else otherwise();
      },
      end: () => mark?.remove(),
    };
  };

  const moveOrSelect = (begun: PointerEvent, column: number) => {
    const { move, drop, end } = carry(begun, column);
    followPointer(begun, {
      ...{ edges: host, isAcross: true },
      move: ({ clientX }) => move(clientX),
      end: (isDone) => {
        if (isDone) drop(() => grid.selectColumn(column));
        end();
      },
    });
  };

  /** A finger moves a column after it was held; held and let go, it opens the menu. */
  const hold = (begun: PointerEvent, column: number) => {
    const { move, drop, end } = carry(begun, column);
    const anchor = head.cellOf(column);
    if (!anchor) return;
    // the browser closes what is opened while the finger is being lifted
    const openMenu = () => setTimeout(() => actions.openMenu(column, anchor), 0);
    beginDrag(begun, anchor, { over: move, drop: () => drop(openMenu), end }, false);
  };

  const press = (event: KeyboardEvent) => {
    const column = at(event);
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
    if (column === undefined || ctrlKey || metaKey) return;
    const forward = isRightToLeft(host) ? -1 : 1;
    const step = key === "ArrowRight" ? forward : key === "ArrowLeft" ? -forward : 0;
    const last = grid.columns.length - 1;
    if (altKey && shiftKey && step !== 0) {
      const width = Math.max(leastWidth, (grid.columns[column]?.width ?? 0) + step * widthOfStep);
      grid.sheet.setColumnWidth(column, width);
      grid.drawSoon();
      actions.setWidth(column, width);
    } else if (altKey || shiftKey) return;
    else if (step !== 0) grid.focusHeader(Math.max(0, Math.min(last, column + step)));
    else if (key === "Home" || key === "End") grid.focusHeader(key === "Home" ? 0 : last);
    else if (key === "ArrowDown" || key === "Escape") grid.focus({ ...grid.active, column });
    else return;
    event.preventDefault();
  };

  const { element, add } = head;
  const listen = { signal };
  // keys freeze by the menu of a column
  const handle = document.createElement("div");
  handle.className = "freeze";
  handle.title = headerTexts.freezeHere;
  handle.setAttribute("aria-hidden", "true");
  element.append(handle);
  element.addEventListener(
    "pointerdown",
    (event) => {
      const column = at(event);
      if (event.button !== 0 || isButton(event)) return;
      if (event.target === handle) freeze(event);
      else if (column === undefined) return;
      // a finger scrolls, unless it is on the edge of a header, or is held
      else if (isEdge(event)) resize(event, column);
      else if (event.pointerType === "touch") return hold(event, column);
      else moveOrSelect(event, column);
      event.preventDefault();
    },
    listen,
  );
  element.addEventListener(
    "dblclick",
    (event) => {
      const column = at(event);
      if (column !== undefined && isEdge(event)) fitColumn(grid, column, actions);
    },
    listen,
  );
  const open = (event: MouseEvent) => {
    const column = at(event);
    const anchor = column !== undefined && grid.sheet.head.cellOf(column);
    if (!anchor || event.defaultPrevented) return;
    event.preventDefault();
    actions.openMenu(column, anchor);
  };
  element.addEventListener("contextmenu", open, listen);
  element.addEventListener("click", (event) => isButton(event) && open(event), listen);
  element.addEventListener("keydown", press, listen);
  add?.addEventListener("click", () => actions.addField?.(add), listen);
}

/** Makes a column as wide as what is in view of it. */
export function fitColumn(grid: Grid, column: number, { setWidth }: Pick<HeaderActions, "setWidth">): void {
  const width = Math.ceil(Math.max(leastWidth, Math.min(mostFitted, grid.sheet.contentWidth(column))));
  grid.sheet.setColumnWidth(column, width);
  grid.drawSoon();
  setWidth(column, width);
}
