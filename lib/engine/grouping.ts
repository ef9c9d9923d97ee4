/*
 * Records under the values that they share: counted while they go by, told as the lines of a grouped list.
 *
 *   { type 0, depth 0, value "red" }                    a group begins
 *     { type 0, depth 1, value 4 }   { type 1, count }      in it another, with so many records
 *     { type 0, depth 1, value 5 }                          a collapsed one: its records are not listed
 *
 * A table may have as many groups as records. Kept are the first ones in order, so memory is bounded; a group that is kept
 * has counted all of its records, since those once dropped lie behind all that are kept and never come back.
 */
import { hash } from "node:crypto";
import { limits } from "#lib/schemas/limits";
import { type Field, typeOf } from "./field.ts";
import type { CellContext, StoredCell } from "./field-type.ts";
import { type Ordered, orderer, type SortKey } from "./ordering.ts";
import type { StoredRecord } from "./present.ts";
import { readingOf } from "./readings/index.ts";
import { beginning } from "./readings/key-text.ts";

export type GroupPoint =
  | { id: string; type: 0; depth: number; value: unknown; isCollapsed: boolean }
  | { type: 1; count: number };

export interface GroupPoints {
  /** At most `limits.groupPoints`, and of values at most `limits.groupPointsBytes`. */
  groupPoints: GroupPoint[];
  /** Of all groups, also of those in collapsed ones. */
  allGroupHeaderRefs: { id: string; depth: number }[];
}

/** A cell by what tells it from others; null if it is empty. */
type Identity = string | number | null;

/** An innermost group. */
interface Group {
  path: string;
  identities: Identity[];
  keys: SortKey[];
  cells: (StoredCell | undefined)[];
  count: number;
}

export function grouper(groups: readonly Ordered[], context: CellContext) {
  const levels = groups
    .slice(0, limits.groupFields)
    .map(({ field }) => ({ field, ...readingOf(field, context) }));
  const { keysOf, compare } = orderer(groups.slice(0, limits.groupFields), context);
  const inOrder = (a: Pick<Group, "keys" | "path">, b: Pick<Group, "keys" | "path">) =>
    compare(a.keys, b.keys) || (a.path < b.path ? -1 : 1);
  const identitiesOf = (record: StoredRecord): Identity[] =>
    levels.map(({ cellOf, identity }) => {
      const cell = cellOf(record);
      return cell === undefined ? null : identity(cell);
    });

  let known = new Map<string, Group>();
  /** All behind it are dropped. */
  let last: Group | undefined;

  function add(record: StoredRecord): void {
    const identities = identitiesOf(record);
    const path = pathOf(identities);
    const group = known.get(path);
    if (group) {
      group.count++;
      return;
    }
    const keys = keysOf(record);
    if (last && inOrder({ keys, path }, last) > 0) return;
    const cells = levels.map(({ cellOf, example }) => {
      const cell = cellOf(record);
      return cell === undefined ? undefined : kept(example?.(cell) ?? cell);
    });
    known.set(path, { path, identities, keys, cells, count: 1 });
    if (known.size < 2 * limits.groupPoints) return;
    const first = [...known.values()].sort(inOrder).slice(0, limits.groupPoints);
    known = new Map(first.map((each) => [each.path, each]));
    last = first.at(-1);
  }

  function points(collapsed: ReadonlySet<string>): GroupPoints {
    const groupPoints: GroupPoint[] = [];
    const allGroupHeaderRefs: GroupPoints["allGroupHeaderRefs"] = [];
    let bytes = 0;
    let before: string[] = [];
    for (const { identities, cells, count } of [...known.values()].sort(inOrder)) {
      const ids = groupIds(levels, identities);
      const begun: GroupPoint[] = [];
      let isHidden = false;
      for (const [depth, id] of ids.entries()) {
        const isCollapsed = collapsed.has(id);
        if (id !== before[depth]) {
          allGroupHeaderRefs.push({ id, depth });
          if (!isHidden)
            begun.push({
              id,
              type: 0,
              depth,
              value: valueIn(levels[depth]?.field, cells[depth], context),
              isCollapsed,
            });
        }
        isHidden ||= isCollapsed;
      }
      if (!isHidden) begun.push({ type: 1, count });
      bytes += JSON.stringify(begun).length;
      if (groupPoints.length + begun.length > limits.groupPoints || bytes > limits.groupPointsBytes) break;
      groupPoints.push(...begun);
      before = ids;
    }
    return { groupPoints, allGroupHeaderRefs: allGroupHeaderRefs.slice(0, limits.groupPoints) };
  }

  let idsByPath = new Map<string, string[]>();
  /** The groups that a record is in, the outermost first. */
  function groupIdsOf(record: StoredRecord): string[] {
    const identities = identitiesOf(record);
    const path = pathOf(identities);
    const found = idsByPath.get(path);
    if (found) return found;
    const ids = groupIds(levels, identities);
    if (idsByPath.size >= 2 * limits.groupPoints) idsByPath = new Map();
    idsByPath.set(path, ids);
    return ids;
  }

  return { add, points, groupIdsOf };
}

/** No cell holds U+0000. */
const pathOf = (identities: Identity[]): string => identities.join("\0");

/** The same for the same values of the same fields, in each request. */
function groupIds(levels: readonly { field: Field }[], identities: Identity[]): string[] {
  let outer = "";
  return levels.map(({ field }, depth) => {
    outer = hash("sha256", JSON.stringify([outer, field.id, identities[depth]]), "base64url").slice(
      0,
      idLength,
    );
    return outer;
  });
}
const idLength = 16;

/** As a header shows it: a text or list that is long in its beginning, or 5000 of them would be a lot. */
function kept(cell: StoredCell): StoredCell {
  if (typeof cell === "string" && cell.length > limits.nameLength)
    return `${beginning(cell, limits.nameLength)}…`;
  return Array.isArray(cell) && cell.length > listLength ? (cell.slice(0, listLength) as StoredCell) : cell;
}
const listLength = 20;

function valueIn(field: Field | undefined, cell: StoredCell | undefined, context: CellContext): unknown {
  return field && cell !== undefined ? (typeOf(field).json(cell, field.options, context) ?? null) : null;
}
