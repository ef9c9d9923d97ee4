/*
 * Deleting a space for good, also from the trash: the first commit removes the space, so nothing can be added to it. Then its bases are
 * deleted, also those in its trash, and a job clears the rest. The job also begins with the bases, so an interrupted request still
 * deletes everything.
 */

import { currentActor, nameActor } from "#lib/data/identity/actor";
import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { entryChange } from "#lib/data/spaces/access-log/log-entries";
import { type BaseItem, findKept, isInTrash, listIn } from "#lib/data/spaces/bases";
import { type KeptSpace, spaceKey, type TrashedSpaceItem, trashedSpaceKey } from "#lib/data/spaces/spaces";
import { notFound } from "#lib/schemas/basics/error";
import type { SpaceId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { removeKey, tryCommit } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { readSettledTime } from "#lib/store/running-calls";
import { getItem, readAll } from "#lib/store/store";
import { ignoreGone, removeBase } from "./remove-base.ts";
import { baseIn, type DeletionItem, deletionKeyIn, dueKey, isOfSpaceItself, trashOf } from "./trash.ts";

type Remover = Pick<Caller, "userId" | "now">;

/** Throws 404 if the space was deleted for good already, or left the trash since it was read. */
export async function removeSpace(space: KeptSpace, { userId, now }: Remover): Promise<void> {
  const { id, name } = space;
  // its own log goes with it
  const told = { subject: { type: "space", id, name } } as const;
  const entry = entryChange(userId, "space.deletedPermanently", told, await nameActor(currentActor()));
  const job = jobs.startChange("clearSpace", { spaceId: id }, { userId, now, dueTime: readSettledTime(now) });
  if (!(await tryCommit([...leaveChanges(space), job.change, entry]))) throw notFound("space", id);
  await removeBases(id, { userId, now });
}

function leaveChanges({ id, deletedTime }: KeptSpace) {
  if (deletedTime === undefined) return [removeKey(spaceKey(id))];
  const keys = [trashedSpaceKey(id), deletionKeyIn(id, id, deletedTime), dueKey({ id }, deletedTime)];
  return keys.map(removeKey);
}

const sideBySide = 8;

/** Deletes up to `most` bases of a deleted space, and of its trash; gives how many it found. */
export async function removeBases(
  spaceId: SpaceId,
  remover: Remover,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const [bases, trash] = await Promise.all([
    listIn(spaceId),
    readAll<DeletionItem>({ pk: trashOf(spaceId) }),
  ]);
  const deletions = trash.filter((item) => !item.restoredTime && !isOfSpaceItself(item));
  const work = [
    ...bases.map((base) => () => removeOnce(base, remover)),
    ...deletions.map((deletion) => () => removeFromTrash(deletion, remover)),
  ].slice(0, most);
  await runTogether(work, (removing) => removing(), sideBySide);
  return work.length;
}

/** If another request deleted the base meanwhile, only its copy in the space is left to remove. */
const removeOnce = (copy: BaseItem, remover: Remover) =>
  ignoreGone(removeBase(copy, { ...remover, isWithSpace: true }), () => removeItems([copy]));

async function removeFromTrash(deletion: DeletionItem, remover: Remover): Promise<void> {
  const base = await findKept(baseIn(deletion));
  if (isInTrash(base)) await ignoreGone(removeBase(base, { ...remover, isWithSpace: true }));
  else await removeItems([deletion]);
}

/** Starts to clear a space in the trash, on behalf of the person who deleted it. Does nothing if it has left the trash. */
export async function clearSpaceOnTime(id: SpaceId, now: string): Promise<void> {
  const space = await getItem<TrashedSpaceItem>(trashedSpaceKey(id));
  if (space) await ignoreGone(removeSpace(space, { userId: space.deletedBy, now }));
}
