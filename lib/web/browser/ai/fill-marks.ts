/* Which cells language models fill now, and which they could not: what a grid needs to draw them. What finds that out is loaded late. */
import { signal } from "@preact/signals";

export interface FillMark {
  state: "filling" | "unfilled";
  /** What is said at the cell. */
  reason: string;
}

interface FillMarks {
  /** By the id of the record, a space and the id of the field. */
  cells: ReadonlyMap<string, FillMark>;
  /** Fields of which all empty cells are being filled. */
  fields: ReadonlyMap<string, FillMark>;
}

/** Of the table that is open. */
export const fillMarks = signal<FillMarks>({ cells: new Map(), fields: new Map() });

/** What is said of a cell with this value. */
export function fillMarkOf(recordId: string, fieldId: string, value: unknown): FillMark | undefined {
  const { cells, fields } = fillMarks.value;
  const isEmpty = value === undefined || value === null;
  return cells.get(`${recordId} ${fieldId}`) ?? (isEmpty ? fields.get(fieldId) : undefined);
}
