/*
 * What the clipboard gets: texts as spreadsheets take them, and the values of the cells, so that a cell that is pasted here again is the same.
 * No permission is asked for: both are done in the events of the browser.
 */
import { copiedText } from "#lib/engine/selection/copied-text";
import { pastedRows } from "#lib/engine/selection/pasted";
import { cellText } from "../cells/cell-text.ts";
import type { GridRow } from "./answers.ts";
import type { GridColumn } from "./geometry.ts";

const valuesType = "application/x-gridless-cells+json";

export type PastedValues = unknown[][];

/** The values of cells, by rows; null for an empty one. */
export const valuesIn = (rows: readonly GridRow[], columns: readonly GridColumn[]): PastedValues =>
  rows.map(({ fields }) => columns.map(({ field }) => fields[field.id] ?? null));

/** Puts cells into the clipboard. */
export function copyToClipboard(
  data: DataTransfer,
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
): void {
  data.setData("text/plain", clipboardText(rows, columns));
  data.setData(valuesType, JSON.stringify(valuesIn(rows, columns)));
}

/** The cells as a text with tabs and newlines. */
export const clipboardText = (rows: readonly GridRow[], columns: readonly GridColumn[]): string =>
  copiedText(rows.map(({ fields }) => columns.map(({ field }) => cellText(field, fields[field.id]))));

/** The values that the clipboard has: those of cells of this app, or texts. */
export function pastedValues(data: DataTransfer): PastedValues {
  const own = data.getData(valuesType);
  if (own) {
    const values: PastedValues = JSON.parse(own);
    return values;
  }
  const text = data.getData("text/plain");
  return text === "" ? [] : pastedRows(text);
}
