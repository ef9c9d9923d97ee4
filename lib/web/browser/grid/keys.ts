/* Where a key leads in the grid. */
import type { GroupHead, RowLayout } from "./row-layout.ts";

export interface Cell {
  row: number;
  column: number;
}

export type PressedKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

const mirrored: { [key: string]: string } = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };

/** The key as it is meant where columns begin at the right: arrows lead to where they point. */
export const mirrorKey = (key: string): string => (Object.hasOwn(mirrored, key) ? mirrored[key] : key) ?? key;

/** The cell that gets the focus; undefined if the key is none of the grid. `page` is how many rows are in view. */
export function moveBy(
  { key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey,
  { row, column }: Cell,
  size: { rows: number; columns: number; page: number },
): Cell | undefined {
  if (altKey) return undefined;
  if (key === "Tab") {
    // at the end of the row the focus leaves the grid, so that the keyboard is never caught in it
    const next = column + (shiftKey ? -1 : 1);
    return next < 0 || next >= size.columns ? undefined : { row, column: next };
  }
  const isFar = ctrlKey || metaKey;
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1];
  const targets: { [key: string]: Cell } = {
    ArrowDown: { row: isFar ? lastRow : row + 1, column },
    ArrowUp: { row: isFar ? 0 : row - 1, column },
    ArrowRight: { row, column: isFar ? lastColumn : column + 1 },
    ArrowLeft: { row, column: isFar ? 0 : column - 1 },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? lastRow : row, column: lastColumn },
    PageDown: { row: row + size.page, column },
    PageUp: { row: row - size.page, column },
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return (
    target && {
      row: Math.max(0, Math.min(lastRow, target.row)),
      column: Math.max(0, Math.min(lastColumn, target.column)),
    }
  );
}

/** To a cell, to the header of a column or of a group; or a group is folded, or its rows are shown again. */
export type KeyStep =
  | { to: "cell"; cell: Cell; isExtending: boolean }
  | { to: "column"; column: number }
  | { to: "group"; id: string }
  | { to: "fold"; id: string; isFolded: boolean };

export interface StepFrom {
  layout: RowLayout;
  /** The cell with the focus, and the other corner of what is selected. */
  active: Cell;
  corner: Cell;
  /** The group whose header has the focus. */
  groupId: string | undefined;
  columns: number;
  /** In pixels. */
  viewHeight: number;
}

/** Where a key leads; undefined if it leads nowhere. */
export function findKeyStep(pressed: PressedKey, from: StepFrom): KeyStep | undefined {
  const { layout, active, corner, columns, viewHeight } = from;
  const { key, ctrlKey, metaKey, shiftKey } = pressed;
  const isExtending = shiftKey && key !== "Tab";
  const { row, column } = isExtending ? corner : active;
  const onGroup = from.groupId === undefined ? undefined : layout.ofGroup(from.groupId);
  if (onGroup?.group && isFoldKey(onGroup.group, pressed)) {
    const { id, isFolded } = onGroup.group;
    return { to: "fold", id, isFolded: !isFolded };
  }
  const line = onGroup?.line ?? layout.ofRow(row)?.line ?? 0;
  const page = Math.max(1, Math.floor(viewHeight / layout.rowHeight) - 1);
  const target = moveBy(pressed, { row: line, column }, { rows: layout.lines, columns, page });
  if (!target || (onGroup && target.row === line && key !== "ArrowUp")) return undefined;
  if (key === "ArrowUp" && line === 0 && !isExtending) return { to: "column", column: active.column };
  const group = layout.at(target.row)?.group;
  const isByOne = /^Arrow(?:Up|Down)$/.test(key) && !ctrlKey && !metaKey;
  if (group && isByOne && !isExtending) return { to: "group", id: group.id };
  const direction = target.row >= line ? 1 : -1;
  const back = direction === 1 ? -1 : 1;
  const found = layout.rowFrom(target.row, direction) ?? layout.rowFrom(target.row, back);
  return found === undefined
    ? undefined
    : { to: "cell", cell: { row: found, column: target.column }, isExtending };
}

const isFoldKey = ({ isFolded }: GroupHead, { key, altKey, ctrlKey, metaKey }: PressedKey): boolean =>
  key === (isFolded ? "ArrowRight" : "ArrowLeft") && !altKey && !ctrlKey && !metaKey;
