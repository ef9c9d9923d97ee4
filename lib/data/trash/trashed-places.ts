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
import { type SpaceItem, spaceKey, type TrashedSpaceItem, trashedSpaceKey } from "#lib/data/spaces/spaces";
import { invalidCursor } from "#lib/schemas/basics/cursor";
import { type BaseId, type SpaceId, TrashId, type UserId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import { getItems } from "#lib/store/store";
import { baseIn, type DeletionItem, deletionKey, deletionKeyIn, isInTrash, readTrash } from "./trash.ts";

/** Whether the person may restore what they have these roles at. */
export type MayRestore = (place: { spaceId: SpaceId; baseId?: BaseId }, ...roles: (Role | undefined)[]) => boolean;

/** Deletions of spaces that a person may restore, from a cursor on. */
export async function readTrashedSpaces(
  userId: UserId,
  cursor: string | undefined,
  mayRestore: MayRestore,
): Promise<DeletionItem[]> {
  const places = await placesOf<SpaceId>(userId, "SPACE");
  const allowed = places.filter(({ id, role }) => mayRestore({ spaceId: id }, role));
  const trashed = await getItems<TrashedSpaceItem>(allowed.map(({ id }) => trashedSpaceKey(id)));
  return inOrder(
    trashed.map((space) => deletionOf(space, space.id, space)),
    cursor,
  );
}

/** Deletions of bases that a person may restore, from a cursor on. */
export async function readTrashedBases(
  userId: UserId,
  cursor: string | undefined,
  mayRestore: MayRestore,
): Promise<DeletionItem[]> {
  const [inSpaces, inBases] = await Promise.all([
    placesOf<SpaceId>(userId, "SPACE"),
    placesOf<BaseId>(userId, "BASE"),
  ]);
  const roleIn = new Map<SpaceId, Role>(inSpaces.map(({ id, role }) => [id, role]));
  const roleOf = new Map<BaseId, Role>(inBases.map(({ id, role }) => [id, role]));
  const own = (await getItems<BaseItem>(inBases.map(({ id }) => baseKey(id)))).filter(isBaseInTrash);
  const asked = new Set([...roleIn.keys(), ...own.map(({ spaceId }) => spaceId)]);
  const live = (await getItems<SpaceItem>([...asked].map(spaceKey))).map(({ id }) => id);
  const from = cursor === undefined ? undefined : placeOf(cursor);
  const trashes = await Promise.all(
    live.filter((id) => roleIn.has(id)).map(async (id) => readTrash(id, from, isOfBase)),
  );
  const found = new Map<string, DeletionItem>();
  for (const item of trashes.flat()) {
    const place = { spaceId: spaceOf(item), baseId: baseIn(item) };
    if (mayRestore(place, roleIn.get(place.spaceId), roleOf.get(place.baseId))) found.set(item.sk, item);
  }
  for (const base of own.filter(({ spaceId, isWithSpace }) => live.includes(spaceId) && !isWithSpace)) {
    const place = { spaceId: base.spaceId, baseId: base.id };
    const item = deletionOf(base, base.spaceId, base);
    if (mayRestore(place, roleIn.get(base.spaceId), roleOf.get(base.id))) found.set(item.sk, item);
  }
  return inOrder([...found.values()], cursor);
}

/** The space whose trash holds a deletion. */
export const spaceOf = ({ pk }: { pk: string }) => pk.slice("TRASH#".length) as SpaceId;

const isOfBase = (item: DeletionItem) => !item.isWithSpace && spaceOf(item).slice(3) !== item.sk.slice(-16);

type InTrash = (BaseItem | SpaceItem) & { deletedTime: string; deletedBy: UserId };

/** The deletion of a base or space, from its own item. */
const deletionOf = (place: InTrash, holder: SpaceId, { id }: { id: BaseId | SpaceId }): DeletionItem => ({
  ...deletionKeyIn(holder, id, place.deletedTime),
  entity: "deletion",
  version: 1,
  name: place.name,
  deletedBy: place.deletedBy,
  deletedTime: place.deletedTime,
});

/** The newest first; those behind the cursor. */
function inOrder(items: DeletionItem[], cursor: string | undefined): DeletionItem[] {
  const from = cursor === undefined ? "" : placeOf(cursor);
  return items.filter(({ sk }) => sk > from).sort((one, other) => (one.sk < other.sk ? -1 : 1));
}

function placeOf(cursor: string): string {
  const id = TrashId.safeParse(cursor);
  if (!id.success) throw invalidCursor();
  return deletionKey(id.data).sk;
}
