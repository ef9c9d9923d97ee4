/*
 * The groups of a list as its answer tells them:
 *
 *   { type 0, depth 0, value "red" }                          a group begins
 *     { type 0, depth 1, value 4 }   { type 1, count 12 }       in it another, with so many records
 *     { type 0, depth 1, value 5 }                              a collapsed one: its records are not listed
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
  /** Of all groups that are told, and of those in collapsed ones. */
  allGroupHeaderRefs: { id: string; depth: number }[];
}

/** A cell by what tells it from others; null if it is empty. */
export type Identity = string | number | null;

/** An innermost group: of each field it is grouped by the value. */
export interface Group {
  identities: Identity[];
  /** As `shortened` leaves them. */
  cells: (StoredCell | undefined)[];
  count: number;
}

const idLength = 16;

/** The outermost first; the same for the same values of the same fields in each request. */
export function groupIds(fields: readonly Field[], identities: Identity[]): string[] {
  let outer = "";
  return fields.map(({ id }, depth) => {
    outer = hash("sha256", JSON.stringify([outer, id, identities[depth]]), "base64url").slice(0, idLength);
    return outer;
  });
}

/** Groups in their order. After the last whole one that the limits leave room for, nothing is told. */
export function groupPoints(
  groups: Group[],
  fields: readonly Field[],
  collapsed: ReadonlySet<string>,
  context: CellContext,
): GroupPoints {
  const told: GroupPoints = { groupPoints: [], allGroupHeaderRefs: [] };
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
    const length = told.groupPoints.length + points.length;
    if (length > limits.groupPoints || bytes > limits.groupPointsBytes) break;
    told.groupPoints.push(...points);
    told.allGroupHeaderRefs.push(
      ...ids.map((id, depth) => ({ id, depth })).filter(({ id, depth }) => id !== before[depth]),
    );
    before = ids;
  }
  return told;
}

const shown = (cell: StoredCell | undefined, field: Field, context: CellContext): unknown =>
  cell === undefined ? null : (typeOf(field).json(cell, field.options, context) ?? null);

const listLength = 20;

/** What a header shows of a long text or list, or thousands of them would fill memory and answer. */
export function shortenCell(cell: StoredCell): StoredCell {
  if (typeof cell === "string" && cell.length > limits.nameLength)
    return `${copyStart(cell, limits.nameLength)}…`;
  return Array.isArray(cell) && cell.length > listLength ? (cell.slice(0, listLength) as StoredCell) : cell;
}
