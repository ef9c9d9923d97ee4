/* What an edit did to the cells of a record, as its history keeps it. */
import { isDeepStrictEqual } from "node:util";
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Cells } from "./cells.ts";

export interface ChangedCell {
  fieldId: FieldId;
  /** As it was stored; absent where the cell was empty. */
  before?: StoredCell;
  after?: StoredCell;
  /** One of the two was too large to be kept whole: a text is cut, another value left out. */
  isCut?: true;
}

export function changedCells(before: Cells, after: Cells): ChangedCell[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<FieldId>;
  // in one order whenever it is told, since a page may end between two of them
  return [...ids]
    .sort()
    .filter((id) => !isDeepStrictEqual(before[id], after[id]))
    .map((fieldId) => {
      const kept = [keptOf(before[fieldId]), keptOf(after[fieldId])];
      const [{ cell: was }, { cell: is }] = kept as [Kept, Kept];
      return {
        fieldId,
        ...(was !== undefined && { before: was }),
        ...(is !== undefined && { after: is }),
        ...(kept.some(({ isCut }) => isCut) && { isCut: true }),
      };
    });
}

interface Kept {
  cell?: StoredCell;
  isCut?: true;
}

function keptOf(cell: StoredCell | undefined): Kept {
  if (cell === undefined) return {};
  if (Buffer.byteLength(JSON.stringify(cell)) <= limits.historyValueBytes) return { cell };
  // a character is six bytes of JSON at most
  return typeof cell === "string"
    ? { cell: cell.slice(0, limits.historyValueBytes / 6).toWellFormed(), isCut: true }
    : { isCut: true };
}
