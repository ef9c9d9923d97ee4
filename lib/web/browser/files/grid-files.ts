/* Files in a grid: dropped on a cell, pasted into the one with the focus, and opened. */
import { effect } from "@preact/signals";
import { addPainter } from "../cells/paint.ts";
import { isNewId } from "../grid/edits.ts";
import type { Grid } from "../grid/grid.ts";
import type { Cell } from "../grid/keys.ts";
import { type CellMark, isEditable } from "../grid/lines.ts";
import type { RowWindow } from "../grid/rows.ts";
import { editsOf } from "../grid/table-edits.ts";
import { filesOfCell } from "./cell-file.ts";
import { droppedFiles, hasFiles, pastedFiles } from "./given-files.ts";
import { openFiles } from "./open-files.tsx";
import { paintFiles, tokenShownBy } from "./paint-files.ts";
import { fileTexts } from "./texts.ts";
import type { CellPlace } from "./upload-queue.ts";
import { queue, shareOf, uploads } from "./uploads.ts";
import { showUploads } from "./uploads-panel.tsx";

interface GridFiles {
  tableId: string;
  grid: Grid;
  rows: RowWindow;
  mayEdit: boolean;
  fail: (text: string) => void;
  /** Shows how much has gone, by the id of the record, a space and the id of the field. */
  setSent: (marks: ReadonlyMap<string, CellMark>) => void;
}

/** Takes files in the element of a grid, until `signal`. */
export function takeFiles(
  { tableId, grid, rows, mayEdit, fail, setSent }: GridFiles,
  host: HTMLElement,
  signal: AbortSignal,
): void {
  addPainter("attachment", paintFiles);
  grid.redraw();
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
  ) => host.addEventListener(name, act, { signal, capture: true });
  /** The cell for files at an element; undefined if there is none. */
  function fileCell(cell: Cell | undefined) {
    const row = cell && rows.at(cell.row);
    const field = cell && grid.columns[cell.column]?.field;
    if (!row || field?.type !== "attachment") return undefined;
    const place: CellPlace = { tableId, recordId: row.id, fieldId: field.id };
    const pending = editsOf(tableId).cells.at(row.id, field.id);
    return {
      cell,
      place,
      field,
      files: filesOfCell(pending ? pending.value : row.fields[field.id]),
      isWritten: mayEdit && isEditable(field) && !isNewId(row.id),
    };
  }
  const at = (target: EventTarget | null) =>
    target instanceof Element && !target.closest(".editing") ? fileCell(grid.cellAt(target)) : undefined;

  let over: Element | undefined;
  function showOver(element?: Element) {
    if (over === element) return;
    over?.classList.remove("drop-over");
    over = element;
    over?.classList.add("drop-over");
  }
  const drag = (event: DragEvent) => {
    const found = hasFiles(event) ? at(event.target) : undefined;
    const isTaken = found?.isWritten === true;
    if (isTaken) event.preventDefault();
    showOver(isTaken ? grid.sheet.elementOf(found.cell) : undefined);
  };
  listen("dragenter", drag);
  listen("dragover", drag);
  listen("dragleave", ({ relatedTarget }) => relatedTarget === null && showOver());
  listen("drop", (event) => {
    showOver();
    const found = hasFiles(event) ? at(event.target) : undefined;
    if (!found?.isWritten) return;
    event.preventDefault();
    const { files, hasFolder } = droppedFiles(event.dataTransfer);
    if (hasFolder) fail(fileTexts.folder);
    grid.focus(found.cell);
    add(found.place, files);
  });
  listen("paste", (event) => {
    const found = at(event.target);
    const files = pastedFiles(event.clipboardData);
    if (!found?.isWritten || files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    add(found.place, files);
  });
  function add(place: CellPlace, files: readonly File[]) {
    queue.add(place, files);
    showUploads();
  }

  /** Opens the large view at a file, or at the first; false if there is none. */
  function open(found: ReturnType<typeof fileCell>, token?: string): boolean {
    const shown = found?.files.find((file) => file.token === token) ?? found?.files[0];
    if (!found || !shown) return false;
    openFiles({ place: found.place, files: found.files, token: shown.token, mayEdit: found.isWritten });
    return true;
  }
  listen("dblclick", (event) => {
    const found = at(event.target);
    const picture = event.target instanceof Element && event.target.closest(".file-picture, .file-chip");
    // beside the files it opens the editor, for those who may write
    if (!found || (!picture && found.isWritten)) return;
    if (open(found, picture ? tokenShownBy(picture) : undefined)) event.stopPropagation();
  });
  listen("keydown", (event) => {
    const found = at(event.target);
    if (event.key !== "Enter" || event.shiftKey || !found || found.isWritten || !open(found)) return;
    event.preventDefault();
    event.stopPropagation();
  });

  let shown = "";
  const end = effect(() => {
    const cells = new Map<string, typeof uploads.value>();
    for (const each of uploads.value) {
      const { recordId, fieldId, tableId: other } = each.place;
      const key = `${recordId} ${fieldId}`;
      if (other === tableId) cells.set(key, [...(cells.get(key) ?? []), each]);
    }
    const marks = new Map(
      [...cells].flatMap(([key, all]): [string, CellMark][] => {
        const share = shareOf(all);
        return share === undefined ? [] : [[key, { sent: Math.round(share * 20) / 20 }]];
      }),
    );
    // the cells are drawn again: not for each byte
    const now = JSON.stringify([...marks]);
    if (now === shown) return;
    shown = now;
    setSent(marks);
  });
  signal.addEventListener("abort", end, { once: true });
}
