/*
 * Deleted spaces and bases, for the person who may restore them.
 *
 *   spaces  of those that the person is a member of, those in the trash
 *   bases   in the trashes of their spaces, and of those that they are a member of; not those of a space that is in the trash itself
 *
 * Costs: 1 Query for each kind of membership, 1 read for each; for bases, 1 Query for each space.
 */

import { type BaseItem, baseKey, isInTrash as isBaseInTrash } from "#lib/data/spaces/bases";
import { placesOf } from "#lib/data/spaces/members";
import { hasMoved } from "#lib/data/spaces/moves";
import { type SpaceItem, spaceKey, type TrashedSpaceItem, trashedSpaceKey } from "#lib/data/spaces/spaces";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import { getItems } from "#lib/store/store";
import {
  baseIn,
  type DeletionItem,
  deletionKey,
  deletionKeyIn,
  isNotRestored,
  isOfSpaceItself,
  readCursor,
  readDeletions,
  spaceIn,
} from "./trash.ts";

/** Whether the person may restore what they have these roles at. */
export type MayRestore = (
  place: { spaceId: SpaceId; baseId?: BaseId },
  inSpace: Role | undefined,
  inBase?: Role,
) => boolean;

/** Deletions of the spaces or bases that a person may restore, behind a cursor, the newest first. Throws 400 for an invalid cursor. */
export async function readTrashedPlaces(
  { resourceType, cursor }: { resourceType: "space" | "base"; cursor?: string | undefined },
  userId: UserId,
  mayRestore: MayRestore,
): Promise<DeletionItem[]> {
  const after = cursor === undefined ? undefined : deletionKey(readCursor(cursor)).sk;
  const read = resourceType === "space" ? readTrashedSpaces : readTrashedBases;
  const found = await read(userId, mayRestore, after);
  const behind = found.filter(({ sk }) => after === undefined || sk > after);
  return behind.sort((one, other) => (one.sk < other.sk ? -1 : 1));
}

async function readTrashedSpaces(userId: UserId, mayRestore: MayRestore): Promise<DeletionItem[]> {
  const places = await placesOf<SpaceId>(userId, "SPACE");
  const allowed = places.filter(({ id, role }) => mayRestore({ spaceId: id }, role));
  const trashed = await getItems<TrashedSpaceItem>(allowed.map(({ id }) => trashedSpaceKey(id)));
  return trashed.map((space) => deletionOf(space, space.id));
}

async function readTrashedBases(
  userId: UserId,
  mayRestore: MayRestore,
  after: string | undefined,
): Promise<DeletionItem[]> {
  const [inSpaces, inBases] = await Promise.all([
    placesOf<SpaceId>(userId, "SPACE"),
    placesOf<BaseId>(userId, "BASE"),
  ]);
  const roleIn = new Map<string, Role>([...inSpaces, ...inBases].map(({ id, role }) => [id, role]));
  const own = (await getItems<BaseItem>(inBases.map(({ id }) => baseKey(id)))).filter(isBaseInTrash);
  const spaceIds = new Set([...inSpaces.map(({ id }) => id), ...own.map(({ spaceId }) => spaceId)]);
  const spaces = await getItems<SpaceItem>([...spaceIds].map(spaceKey));
  const live = new Set(spaces.filter((space) => !hasMoved(space)).map(({ id }) => id));
  const trashes = await Promise.all(
    inSpaces.filter(({ id }) => live.has(id)).map(({ id }) => readDeletions(id, after, isOfBase)),
  );
  const deletions = [...trashes.flat(), ...own.map((base) => deletionOf(base, base.spaceId))];
  const found = new Map<string, DeletionItem>();
  for (const item of deletions.filter(isOfBase)) {
    const place = { spaceId: spaceIn(item), baseId: baseIn(item) };
    if (!live.has(place.spaceId)) continue;
    if (mayRestore(place, roleIn.get(place.spaceId), roleIn.get(place.baseId))) found.set(item.sk, item);
  }
  return [...found.values()];
}

const isOfBase = (item: DeletionItem) => isNotRestored(item) && !item.isWithSpace && !isOfSpaceItself(item);

type InTrash = (BaseItem | TrashedSpaceItem) & { deletedTime: string; deletedBy: UserId };

/** The deletion of a base or space, from its own item. */
const deletionOf = (place: InTrash, holder: SpaceId): DeletionItem => ({
  ...deletionKeyIn(holder, place.id, place.deletedTime),
  entity: "deletion",
  version: 1,
  name: place.name,
  deletedBy: place.deletedBy,
  deletedTime: place.deletedTime,
  ...("isWithSpace" in place ? { isWithSpace: true } : {}),
});
