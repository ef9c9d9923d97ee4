/* Finds what a trash id names, and where the caller needs a role for it. */

import { findKept as findTable } from "#lib/data/schema/table-schema";
import { findKept as findBase } from "#lib/data/spaces/bases";
import { findKept as findSpace } from "#lib/data/spaces/spaces";
import type { BaseId, SpaceId, TableId, TrashId } from "#lib/schemas/basics/ids";
import {
  baseIn,
  type DeletionItem,
  deletionKey,
  findDeletion,
  holderOf,
  kindOf,
  placeOfHolder,
} from "./trash.ts";

/** The path parameters of the place whose role counts: the place that contained the deleted thing; for a base or space, itself. */
export function placeInTrash(id: TrashId) {
  const kind = kindOf(id);
  if (kind === "space") return { spaceId: holderOf(id) };
  if (kind === "base") return { baseId: baseIn(deletionKey(id)) };
  return placeOfHolder(holderOf(id));
}

interface Trashed {
  /** The deletion, restored or not; `undefined` if it does not exist. */
  deletion: DeletionItem | undefined;
  /** The ids of that place, which may be in the trash too; `undefined` if it was cleared. */
  place: { baseId?: BaseId; spaceId: SpaceId } | undefined;
}

/** Reads a deletion and its place: two reads at once. */
export async function readTrashed(id: TrashId): Promise<Trashed> {
  const [deletion, place] = await Promise.all([findDeletion(id), findPlace(id)]);
  return { deletion, place };
}

async function findPlace(id: TrashId): Promise<Trashed["place"]> {
  const { spaceId, baseId, tableId } = placeInTrash(id) as {
    spaceId?: SpaceId;
    baseId?: BaseId;
    tableId?: TableId;
  };
  if (tableId) {
    const table = await findTable(tableId);
    return table && { baseId: table.baseId, spaceId: table.spaceId };
  }
  if (baseId) {
    const base = await findBase(baseId);
    return base && { baseId, spaceId: base.spaceId };
  }
  return spaceId && (await findSpace(spaceId)) ? { spaceId } : undefined;
}
