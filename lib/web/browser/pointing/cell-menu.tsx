/* The menu of the cells that are selected, and of their records. */

import type { GridEditing } from "../grid/editing.ts";
import type { Grid } from "../grid/grid.ts";
import { isEditable } from "../grid/lines.ts";
import { PopoverMenu } from "../headers/popover-menu.tsx";
import { pointingTexts } from "./texts.ts";

interface CellMenuProps {
  grid: Grid;
  editing: GridEditing;
  anchor: HTMLElement;
  mayEdit: boolean;
  recordId: string | undefined;
  openRecord: (recordId: string) => void;
  close: () => void;
}

export function CellMenu({ grid, editing, anchor, mayEdit, recordId, openRecord, close }: CellMenuProps) {
  const { active, range } = grid;
  const rows = range.bottom - range.top + 1;
  const field = grid.columns[active.column]?.field;
  const run = (task: () => Promise<void>) => () => void editing.run(task);
  return (
    <PopoverMenu
      label={pointingTexts.menuOfCells}
      {...{ anchor, close }}
      choices={[
        recordId !== undefined && { text: pointingTexts.openRecord, act: () => openRecord(recordId) },
        mayEdit &&
          field !== undefined &&
          isEditable(field) && { text: pointingTexts.editCell, act: () => void editing.open(active) },
        // the grid hears of it as of the key
        { text: pointingTexts.copy, act: () => void document.execCommand("copy") },
        mayEdit && { text: pointingTexts.newBelow, act: run(() => editing.addRow(range.bottom)) },
        mayEdit && {
          text: pointingTexts.empty(rows * (range.right - range.left + 1)),
          act: run(() => editing.cells.clear()),
        },
        mayEdit && { text: pointingTexts.deleteRows(rows), act: run(() => editing.deleteRows()) },
      ]}
    />
  );
}
