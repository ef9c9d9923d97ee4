/* Where a key leads from a cell. */
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
