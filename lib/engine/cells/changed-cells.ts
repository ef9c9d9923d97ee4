/* The cells that an edit changed, as the history of the record keeps them. */
import { isDeepStrictEqual } from "node:util";
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import { withoutTitles } from "#lib/engine/field-types/shared/links";
import type { FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Cells } from "./cells.ts";
import type { StoredRecord } from "./stored-cells.ts";

export interface ChangedCell {
  fieldId: FieldId;
  /** The stored cell; absent if the cell was empty. */
  before?: StoredCell;
  after?: StoredCell;
  /** Set if one of the two cells was too large to be kept: then a text is cut, and any other cell is left out. */
  isCut?: true;
  /** How often the field had been converted when each of the two cells was written; absent if it never was. */
  shapes?: [before: number, after: number];
}

interface Side {
  cells: Cells;
  shapes?: StoredRecord["shapes"];
}

/** The changed cells, sorted by field id. */
export function changedCells({ cells: before, ...was }: Side, { cells: after, ...is }: Side): ChangedCell[] {
  // always in the same order: a page of the history may end between two of them
  return [...idsOf(before, after)]
    .sort()
    .filter((id) => !isSame(before[id], after[id]))
    .map((fieldId) => {
      const [old, present] = [keptOf(before[fieldId]), keptOf(after[fieldId])];
      const shapes: [number, number] = [was.shapes?.[fieldId] ?? 0, is.shapes?.[fieldId] ?? 0];
      return {
        fieldId,
        ...(old.cell !== undefined && { before: old.cell }),
        ...(present.cell !== undefined && { after: present.cell }),
        ...(shapes.some((shape) => shape > 0) && { shapes }),
        ...((old.isCut ?? present.isCut) && { isCut: true }),
      };
    });
}

/** Titles of linked records do not count: a new title is no edit of this cell. */
const isSame = (before: StoredCell | undefined, after: StoredCell | undefined): boolean =>
  isDeepStrictEqual(withoutTitles(before), withoutTitles(after));

/** Whether no cell differs. */
export const isSameCells = (before: Cells, after: Cells): boolean =>
  [...idsOf(before, after)].every((id) => isSame(before[id], after[id]));

const idsOf = (before: Cells, after: Cells) =>
  new Set([...Object.keys(before), ...Object.keys(after)]) as Set<FieldId>;

interface Kept {
  cell?: StoredCell;
  isCut?: true;
}

function keptOf(cell: StoredCell | undefined): Kept {
  if (cell === undefined) return {};
  if (Buffer.byteLength(JSON.stringify(cell)) <= limits.historyValueBytes) return { cell };
  // a character takes at most six bytes of JSON
  return typeof cell === "string"
    ? { cell: cell.slice(0, limits.historyValueBytes / 6).toWellFormed(), isCut: true }
    : { isCut: true };
}
