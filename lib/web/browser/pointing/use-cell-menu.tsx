/* The menu of cells is loaded when it is first asked for. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { GridEditing } from "../grid/editing.ts";
import type { Grid } from "../grid/grid.ts";
import type { RowWindow } from "../grid/rows.ts";
import { showLate } from "../late.tsx";

const CellMenu = showLate(async () => (await import("./cell-menu.tsx")).CellMenu);

interface CellMenuOptions {
  grid: () => Grid | undefined;
  editing: () => GridEditing | undefined;
  rows: RowWindow;
  mayEdit: boolean;
  openRecord: (recordId: string) => void;
}

/** Gives what opens the menu at an element, and the menu. */
export function useCellMenu({ grid, editing, rows, mayEdit, openRecord }: CellMenuOptions): {
  open: (anchor: HTMLElement) => void;
  menu: ComponentChildren;
} {
  const asked = useSignal<HTMLElement | undefined>(undefined);
  const [shown, does] = [grid(), editing()];
  const anchor = asked.value;
  return {
    open: (anchor) => {
      asked.value = anchor;
    },
    menu: anchor && shown && does && (
      <CellMenu
        {...{ anchor, mayEdit, openRecord }}
        grid={shown}
        editing={does}
        recordId={rows.at(shown.active.row)?.id}
        close={() => {
          asked.value = undefined;
          shown.takeFocus();
        }}
      />
    ),
  };
}
