/* How one call changed records: enough to undo it, to redo it, and to see whether a cell was changed since. */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Attachment, StoredCell } from "#lib/engine/field-types/shared/field-type";
import { isLinks, linkedIds, withoutTitles } from "#lib/engine/field-types/shared/links";
import type { FieldId, RecordId, ViewId } from "#lib/schemas/basics/ids";
import type { Cells } from "./cells.ts";
import type { StoredRecord } from "./stored-cells.ts";

export interface Operation {
  created: HashedRecord[];
  deleted: HashedRecord[];
  changed: EditedRecord[];
  /** How often each field had been converted; absent if none was. */
  shapes?: StoredRecord["shapes"];
}

/** A record with a fingerprint of each of its cells, which differs when the cell differs. */
export interface HashedRecord {
  id: RecordId;
  cells: { [fieldId: FieldId]: string };
}

export interface EditedRecord {
  id: RecordId;
  /** The cell before and after; null if it was empty. */
  cells?: { [fieldId: FieldId]: CellPair };
  /** The position of its row before and after; null if the row was in its natural place. */
  rows?: { [viewId: ViewId]: RowPair };
  /** Fields whose cells had or have more links than a record keeps: they cannot be undone. */
  withMore?: FieldId[];
}

type CellPair = [before: StoredCell | null, after: StoredCell | null];
type RowPair = [before: string | null, after: string | null];

/** A record before and after a call. A created record has no `before`, a deleted one no `after`. */
interface Write {
  before?: StoredRecord | undefined;
  after?: StoredRecord | undefined;
}

/** The operation of these writes; undefined if they changed nothing. The cells of `before` must be converted to the shapes of `after`. */
export function operationOf(
  writes: readonly Write[],
  shapes?: StoredRecord["shapes"],
): Operation | undefined {
  const created: HashedRecord[] = [];
  const deleted: HashedRecord[] = [];
  const changed: EditedRecord[] = [];
  for (const { before, after } of writes) {
    if (before && after) changed.push(...changeOf(before, after));
    else if (after) created.push(hashRecord(after));
    else if (before) deleted.push(hashRecord(before));
  }
  if (created.length + deleted.length + changed.length === 0) return undefined;
  return { created, deleted, changed, ...(shapes && { shapes }) };
}

function changeOf(before: StoredRecord, after: StoredRecord): EditedRecord[] {
  const ids = [...new Set([...idsOf(before.cells), ...idsOf(after.cells)])];
  const changed = ids.filter(
    (id) => !isDeepStrictEqual(contentOf(before.cells[id]), contentOf(after.cells[id])),
  );
  const withMore = changed.filter((id) => before.more?.[id] || after.more?.[id]);
  const cells = changed
    .filter((id) => !withMore.includes(id))
    .map((id): [FieldId, CellPair] => [id, [before.cells[id] ?? null, after.cells[id] ?? null]]);
  const views = [...new Set([...idsOf(before.moved ?? {}), ...idsOf(after.moved ?? {})])];
  const rows = views
    .map((id): [ViewId, RowPair] => [id, [before.moved?.[id] ?? null, after.moved?.[id] ?? null]])
    .filter(([, [from, to]]) => from !== to);
  if (changed.length + rows.length === 0) return [];
  return [
    {
      id: after.id,
      ...(cells.length > 0 && { cells: Object.fromEntries(cells) }),
      ...(rows.length > 0 && { rows: Object.fromEntries(rows) }),
      ...(withMore.length > 0 && { withMore }),
    },
  ];
}

/** The record with a fingerprint of each cell. */
export const hashRecord = ({ id, cells }: Pick<StoredRecord, "id" | "cells">): HashedRecord => ({
  id,
  cells: Object.fromEntries(Object.entries(cells).map(([fieldId, cell]) => [fieldId, hashCell(cell)])),
});

/** The fields whose cells differ from the fingerprints. */
export function findChanged({ cells: hashes }: HashedRecord, cells: Cells): FieldId[] {
  const { cells: present } = hashRecord({ id: "rec" as RecordId, cells });
  return [...new Set([...idsOf(hashes), ...idsOf(present)])].filter((id) => hashes[id] !== present[id]);
}

/**
 * Whether two cells have the same content. Titles of links and thumbnails of files do not count, nor does the order of links: undone links
 * are added at the end on the other side.
 */
export const isSameCell = (one: StoredCell | undefined, other: StoredCell | undefined): boolean =>
  isDeepStrictEqual(inAnyOrder(one), inAnyOrder(other));

/** A fingerprint is one of 2 ** 36, so it is short, and two cells hardly ever share one. */
const hashLength = 6;

/** The fingerprint of a cell's content. */
export const hashCell = (cell: StoredCell): string =>
  createHash("sha256")
    .update(sortedJson(inAnyOrder(cell)))
    .digest("base64url")
    .slice(0, hashLength);

const inAnyOrder = (cell: StoredCell | undefined): unknown =>
  isLinks(cell) ? linkedIds(cell).sort() : contentOf(cell);

function contentOf(cell: StoredCell | undefined): unknown {
  if (!Array.isArray(cell) || isLinks(cell)) return withoutTitles(cell);
  return (cell as (string | Attachment)[]).map((each) => {
    if (typeof each !== "object") return each;
    const { thumbnails: _, ...file } = each;
    return file;
  });
}

const idsOf = <Id extends string>(members: { [id in Id]?: unknown }) => Object.keys(members) as Id[];

/** JSON with sorted members, because the store does not keep their order. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
