/*
 * Spaces in the trash. Such a space has another key, so nothing can be added to it; its bases follow it into the trash, and back.
 *
 *  entity        pk             sk            cost
 *  trashedSpace  SPACE#<space>  TRASHEDSPACE  written in place of the space: 2 × 2 WCU; each of its bases 4 × 2
 *
 *   deleted  ──▶ SPACE becomes TRASHEDSPACE, job `moveBases` ──▶ each base goes to the trash, marked `isWithSpace`
 *   restored ──▶ TRASHEDSPACE becomes SPACE, job `moveBases` ──▶ each base with that mark comes back
 *
 * The request moves the bases too and does not wait for the job: that is there for requests that are interrupted.
 */

import type { Caller } from "#lib/data/identity/caller";
import { defineJob, nowhere } from "#lib/data/jobs/define-job";
import * as jobs from "#lib/data/jobs/jobs";
import { placeLog, readNames } from "#lib/data/spaces/access-log/open-log";
import { type BaseItem, findKept as findKeptBase, isInTrash, listIn, withCopy } from "#lib/data/spaces/bases";
import {
  find,
  findKept,
  isTrashed,
  listOf,
  refuseMore,
  type SpaceItem,
  spaceKey,
  type TrashedSpaceItem,
  trashedSpaceKey,
} from "#lib/data/spaces/spaces";
import { uniqueName } from "#lib/engine/values/names";
import { notFound } from "#lib/schemas/basics/error";
import type { SpaceId, TrashId, UserId } from "#lib/schemas/basics/ids";
import type { Restored } from "#lib/schemas/tables/trash";
import { removeItems } from "#lib/store/batch-writes";
import { change, check, commit, insert, remove, removeKey, retryOnConflict } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { keepAnswer } from "#lib/store/idempotency-records";
import { runTogether } from "#lib/store/retry";
import { getItem, readAll } from "#lib/store/store";
import { ignoreGone } from "./remove-base.ts";
import {
  baseIn,
  type DeletionItem,
  deletionKey,
  deletionKeyIn,
  dueKey,
  holderOf,
  idOf,
  isInTrash as isInTime,
  trashOf,
} from "./trash.ts";
import { restoreChanges, trashChanges } from "./trash-base.ts";
import { secondsInTrash } from "./trash-images.ts";

/** Moves a space with its bases to the trash; gives the id of its trash entry. Throws 404 if it was deleted already. */
export async function trashSpace({ id }: SpaceItem, { userId, now }: Pick<Caller, "userId" | "now">) {
  const trashId = await retryOnConflict(async () => {
    const [space, names] = await Promise.all([find(id), readNames()]);
    if (!space) throw notFound("space", id);
    const { version: _, ...content } = space;
    const deletion = { deletedTime: now, deletedBy: userId };
    const key = deletionKeyIn(id, id, now);
    await commit([
      remove(space),
      insert({ ...content, ...trashedSpaceKey(id), entity: "trashedSpace", ...deletion }),
      insert({ ...key, entity: "deletion", name: space.name, ...deletion }),
      insert({ ...dueKey(space, now), entity: "dueSpace", spaceId: id }),
      placeLog(space, names).entry("space.deleted"),
      startMoving(id, userId, now),
    ]);
    return idOf(key);
  });
  await moveSome(id);
  return trashId;
}

/**
 * Restores a space with the bases that were deleted with it; if it is already restored, gives the same answer. If the caller has another
 * space of this name, the name gets a number. Throws 404 without the trash entry.
 */
export async function restoreSpace(id: TrashId, caller: Caller): Promise<Restored> {
  const { userId, now } = caller;
  const spaceId = holderOf(id) as SpaceId;
  const answer: Restored = { resourceType: "space", resourceIds: [spaceId] };
  await retryOnConflict(async () => {
    const [deletion, { space, trashed }, names] = await Promise.all([
      getItem<DeletionItem>(deletionKey(id)),
      readState(spaceId),
      readNames(),
    ]);
    if (deletion && (space || isBack(deletion, trashed))) return;
    if (!trashed || !deletion || deletion.restoredTime || !isInTime(deletion, undefined, now))
      throw notFound("trash", id);
    const { version: _, deletedTime, deletedBy: __, ...content } = trashed;
    const name = uniqueName(trashed.name, await readNamesOf(userId));
    await commit([
      remove(trashed),
      insert({ ...content, ...spaceKey(spaceId), entity: "space", name }),
      placeLog({ id: spaceId, name }, names).entry("space.restored"),
      change(deletion, { restoredTime: now, expiresAt: expiryIn(secondsInTrash, now) }),
      removeKey(dueKey(trashed, deletedTime)),
      startMoving(spaceId, userId, now),
      ...keepAnswer(caller, answer),
    ]);
  });
  await moveSome(spaceId);
  return answer;
}

/** The names of a person's own spaces. Throws 400 over their number. */
async function readNamesOf(userId: UserId): Promise<string[]> {
  const spaces = await listOf(userId);
  refuseMore(spaces);
  return spaces.map(({ space }) => space.name);
}

/** Whether the space is restored: a concurrent call may restore it between the two reads. */
const isBack = (
  { restoredTime, deletedTime }: DeletionItem,
  trashed: TrashedSpaceItem | undefined,
): boolean => restoredTime !== undefined && (!trashed || trashed.deletedTime === deletedTime);

const startMoving = (spaceId: SpaceId, userId: UserId, now: string) =>
  jobs.startChange("moveBases", { spaceId }, { userId, now, dueTime: now }).change;

/** The space, or the space in the trash; neither if it was deleted for good. */
async function readState(id: SpaceId): Promise<{ space?: SpaceItem; trashed?: TrashedSpaceItem }> {
  const kept = await findKept(id);
  if (!kept) return {};
  return isTrashed(kept) ? { trashed: kept } : { space: kept };
}

const basesPerPiece = 100;

/** One piece of the job: moves bases to where their space is. */
export const moveBases = defineJob("moveBases", { needs: "spaceId", place: nowhere }, async (job) => {
  const { spaceId, progress } = job;
  const moved = await moveSome(spaceId, basesPerPiece);
  const next = { progress: { done: progress.done + moved } };
  return moved > 0 ? { ...next, at: {} } : next;
});

const sideBySide = 8;

/** Moves up to `most` bases to where their space is; gives how many it found elsewhere. */
async function moveSome(id: SpaceId, most = Number.POSITIVE_INFINITY): Promise<number> {
  const { space, trashed } = await readState(id);
  if (trashed) {
    const bases = (await listIn(id)).slice(0, most);
    await runTogether(bases, (base) => takeAlong(base, trashed), sideBySide);
    return bases.length;
  }
  if (!space) return 0;
  const deletions = await readAll<DeletionItem>({ pk: trashOf(id) });
  const taken = deletions.filter(({ isWithSpace }) => isWithSpace).slice(0, most);
  await runTogether(taken, (deletion) => bringBack(deletion, id), sideBySide);
  return taken.length;
}

/** Moves a base to the trash with its space. Does nothing if the space was restored in the meantime. */
async function takeAlong(base: BaseItem, space: TrashedSpaceItem): Promise<void> {
  const { id, deletedTime, deletedBy } = space;
  let known: TrashedSpaceItem | undefined = space;
  const moving = withCopy(base, async (current, copy) => {
    const trashed = known ?? (await readState(id)).trashed;
    known = undefined;
    if (!trashed || trashed.deletedTime !== deletedTime) return;
    const deletion = { deletedTime, deletedBy, isWithSpace: true } as const;
    await commit([...trashChanges(current, copy, deletion), check(trashed)]);
  });
  await ignoreGone(moving, async () => {
    // only a copy is left of a base that another request has just deleted
    if (!(await findKeptBase(base.id))) await removeItems([base]);
  });
}

/** Restores a base with its space. Does nothing if the space is in the trash again. */
const bringBack = (deletion: DeletionItem, spaceId: SpaceId) =>
  retryOnConflict(async () => {
    const [base, { space }] = await Promise.all([findKeptBase(baseIn(deletion)), readState(spaceId)]);
    if (!space) return;
    if (!isInTrash(base) || !base.isWithSpace) return removeItems([deletion]);
    await commit([...restoreChanges(base, base.name), remove(deletion), check(space)]);
  });
