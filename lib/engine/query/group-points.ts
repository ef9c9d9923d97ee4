/*
 * The groups of a list as its response shows them:
 *
 *   { type 0, depth 0, value "red" }                          a group begins
 *     { type 0, depth 1, value 4 }   { type 1, count 12 }       a group inside it, with 12 records
 *     { type 0, depth 1, value 5 }                              a collapsed group: its records are not listed
 */
import { hash } from "node:crypto";
import { copyStart } from "#lib/engine/comparators/key-text";
import type { CellContext, StoredCell } from "#lib/engine/field-types/shared/field-type";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { limits } from "#lib/schemas/basics/limits";

export type GroupPoint =
  | { id: string; type: 0; depth: number; value: unknown; isCollapsed: boolean }
  | { type: 1; count: number };

export interface GroupPoints {
  groupPoints: GroupPoint[];
  /** All groups in `groupPoints`, and the groups inside collapsed ones. */
  allGroupHeaderRefs: { id: string; depth: number }[];
}

/** The same for cells that count as one value; null for an empty cell. */
export type Identity = string | number | null;

/** An innermost group: its value in each field of the grouping. */
export interface Group {
  identities: Identity[];
  /** Shortened by `shortenCell`. */
  cells: (StoredCell | undefined)[];
  count: number;
}

const idLength = 16;

/** The ids of a group and of the groups around it, the outermost first. The same fields and values give the same ids in every request. */
export function groupIds(fields: readonly Field[], identities: Identity[]): string[] {
  let outer = "";
  return fields.map(({ id }, depth) => {
    outer = hash("sha256", JSON.stringify([outer, id, identities[depth]]), "base64url").slice(0, idLength);
    return outer;
  });
}

/** The groups, in the given order, as the response shows them. Ends after the last group that fits into the limits. */
export function groupPoints(
  groups: Group[],
  fields: readonly Field[],
  collapsed: ReadonlySet<string>,
  context: CellContext,
): GroupPoints {
  const result: GroupPoints = { groupPoints: [], allGroupHeaderRefs: [] };
  let bytes = 0;
  let before: string[] = [];
  for (const { identities, cells, count } of groups) {
    const ids = groupIds(fields, identities);
    const points: GroupPoint[] = [];
    let isHidden = false;
    for (const [depth, field] of fields.entries()) {
      const id = ids[depth] ?? "";
      const isCollapsed = collapsed.has(id);
      if (id !== before[depth] && !isHidden)
        points.push({ id, type: 0, depth, value: shown(cells[depth], field, context), isCollapsed });
      isHidden ||= isCollapsed;
    }
    if (!isHidden) points.push({ type: 1, count });
    bytes += Buffer.byteLength(JSON.stringify(points));
    const length = result.groupPoints.length + points.length;
    if (length > limits.groupPoints || bytes > limits.groupPointsBytes) break;
    result.groupPoints.push(...points);
    result.allGroupHeaderRefs.push(
      ...ids.map((id, depth) => ({ id, depth })).filter(({ id, depth }) => id !== before[depth]),
    );
    before = ids;
  }
  return result;
}

const shown = (cell: StoredCell | undefined, field: Field, context: CellContext): unknown =>
  cell === undefined ? null : (typeOf(field).json(cell, field.options, context) ?? null);

const listLength = 20;

/** Shortens a long text or list for the header of a group: thousands of whole ones would not fit into memory and response. */
export function shortenCell(cell: StoredCell): StoredCell {
  if (typeof cell === "string" && cell.length > limits.nameLength)
    return `${copyStart(cell, limits.nameLength)}…`;
  return Array.isArray(cell) && cell.length > listLength ? (cell.slice(0, listLength) as StoredCell) : cell;
}
