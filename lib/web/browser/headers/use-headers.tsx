/* The headers of a grid: what they change is written to the view, or holds in this window. Their menu is loaded late. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Role } from "#lib/schemas/basics/role";
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import type { ViewChanges } from "../bars/write-change.ts";
import { describeProblem } from "../call.ts";
import type { GridColumn } from "../grid/geometry.ts";
import type { Grid } from "../grid/grid.ts";
import { showLate } from "../late.tsx";
import { isBuilder } from "../roles.ts";
import type { AskedColumn } from "./column-menu.tsx";
import { fitColumn, type HeaderActions } from "./header-cells.ts";
import { placeColumn } from "./place-columns.ts";

const ColumnMenu = showLate(async () => (await import("./column-menu.tsx")).ColumnMenu);

interface HeadersOptions {
  baseId: string;
  tableId: string;
  role: Role;
  view: View | undefined;
  fields: readonly Field[];
  columns: readonly GridColumn[];
  /** Absent: the columns are not those of a view, and stay as they are. */
  changes: ViewChanges | undefined;
  grid: () => Grid | undefined;
  fail: (text: string) => void;
}

/** A width is written when it stays for so long, in ms. */
const pause = 500;

export function useHeaders(options: HeadersOptions): {
  actions: HeaderActions | undefined;
  menu: ComponentChildren;
} {
  const { baseId, tableId, role, view, fields, columns, changes } = options;
  const now = useRef(options);
  now.current = options;
  const asked = useSignal<AskedColumn | undefined>(undefined);
  const mayBuild = isBuilder(role);
  const isChangeable = changes !== undefined && view !== undefined;
  const widths = useMemo(() => new Widths((set) => write(set)), []);
  useEffect(() => () => widths.flush(), []);

  function run(task: () => Promise<unknown>): void {
    task().catch((error: unknown) => {
      const { columns, grid, fail } = now.current;
      for (const [column, { width }] of columns.entries()) grid()?.sheet.setColumnWidth(column, width);
      fail(describeProblem(error));
    });
  }
  const write = (set: { [fieldId: string]: { width: number } | { order: number } }) =>
    run(async () => now.current.changes?.change({ columns: set }));
  function move(column: number, gap: number): void {
    const { view, fields, columns } = now.current;
    const shown = columns.map(({ field }) => field);
    const moved = shown[column];
    const placed = view && moved && placeColumn(fields, view, shown, moved, gap);
    if (placed) write(placed);
  }
  function setWidth(column: number, width: number): void {
    const fieldId = now.current.columns[column]?.field.id;
    if (fieldId) widths.set(fieldId, width);
  }
  function fitWidth(column: number): void {
    const grid = now.current.grid();
    if (grid) fitColumn(grid, column, { setWidth });
  }
  const actions = useMemo(
    (): HeaderActions | undefined =>
      isChangeable
        ? {
            openMenu: (column, anchor) => {
              asked.value = { column, anchor };
            },
            ...(mayBuild && {
              addField: (anchor) => {
                asked.value = { column: undefined, anchor };
              },
            }),
            ...{ move, setWidth },
            freeze: (count) =>
              run(async () => now.current.changes?.change({ options: { frozenColumnCount: count } })),
          }
        : undefined,
    [isChangeable, mayBuild],
  );
  function close() {
    const column = asked.value?.column;
    asked.value = undefined;
    if (column !== undefined) now.current.grid()?.focusHeader(Math.min(column, columns.length - 1));
  }
  return {
    actions,
    menu: asked.value && view && changes && (
      <ColumnMenu
        {...{
          baseId,
          role,
          tableId,
          view,
          fields,
          columns,
          mayBuild,
          changes,
          run,
          move,
          setWidth,
          fitWidth,
          close,
        }}
        asked={asked.value}
      />
    ),
  };
}

/** Widths that are not written yet. */
class Widths {
  readonly #write: (set: { [fieldId: string]: { width: number } }) => void;
  #set: { [fieldId: string]: { width: number } } = {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(write: (set: { [fieldId: string]: { width: number } }) => void) {
    this.#write = write;
  }

  set(fieldId: string, width: number): void {
    this.#set[fieldId] = { width };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.flush, pause);
  }

  /** Writes them now. */
  readonly flush = (): void => {
    clearTimeout(this.#timer);
    const set = this.#set;
    this.#set = {};
    if (Object.keys(set).length > 0) this.#write(set);
  };
}
