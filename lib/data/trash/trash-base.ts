/*
 * The trash of a space: bases that were deleted, with all their content, until they are restored, deleted for good (remove-base.ts) or
 * their time in the trash is over. Nothing in such a base is found meanwhile. Link fields of other bases that show its records keep
 * their cells; they cannot be linked to its records.
 */

import type { Caller } from "#lib/data/identity/caller";
import { placeLog, readNames } from "#lib/data/spaces/access-log/open-log";
import {
  type BaseItem,
  baseCopyKey,
  countedIn,
  findKept,
  isInTrash,
  listIn,
  withCopy,
} from "#lib/data/spaces/bases";
import { find as findSpace, spaceKey } from "#lib/data/spaces/spaces";
import { uniqueName } from "#lib/engine/values/names";
import { AppError, notFound } from "#lib/schemas/basics/error";
import type { SpaceId, TrashId, UserId } from "#lib/schemas/basics/ids";
import type { Restored } from "#lib/schemas/tables/trash";
import { type Change, change, checkKey, commit, insert, remove, retryOnConflict } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem, type Item } from "#lib/store/store";
import { leaveDueChanges } from "./remove-base.ts";
import {
  baseIn,
  type DeletionItem,
  deletionKey,
  deletionKeyIn,
  dueKey,
  idOf,
  isInTrash as isInTime,
} from "./trash.ts";
import { secondsInTrash } from "./trash-images.ts";

interface Deletion {
  deletedTime: string;
  deletedBy: UserId;
  /** The base is deleted together with its space. */
  isWithSpace?: true;
}

/** Moves a base to the trash; gives the id of its trash entry. Throws 404 if it was deleted already. */
export const trashBase = (
  base: BaseItem,
  { userId, now }: Pick<Caller, "userId" | "now">,
): Promise<TrashId> => {
  const naming = readNames();
  naming.catch(() => {});
  return withCopy(base, async (current, copy) => {
    const due = insert({ ...dueKey(current, now), entity: "dueBase", baseId: current.id });
    const entry = placeLog(current, await naming).entry("base.deleted");
    await commit([...trashChanges(current, copy, { deletedTime: now, deletedBy: userId }), due, entry]);
    return idOf(deletionKeyIn(current.spaceId, current.id, now));
  });
};

/** The changes that move a base to the trash; without its `due` item. */
export const trashChanges = (base: BaseItem, copy: Item, deletion: Deletion): Change[] => [
  change(base, { ...deletion }),
  remove(copy),
  insert({
    ...deletionKeyIn(base.spaceId, base.id, deletion.deletedTime),
    entity: "deletion",
    name: base.name,
    ...deletion,
  }),
];

/**
 * Restores a base from the trash of its space; if it is already restored, gives the same answer. A name that another base has taken gets
 * a number. Throws 404 without the trash entry, 403 if its space is in the trash, 400 if the space is full.
 */
export const restoreBase = (id: TrashId, caller: Caller): Promise<Restored> =>
  retryOnConflict(async () => {
    const { now } = caller;
    const key = deletionKey(id);
    const baseId = baseIn(key);
    const [deletion, base] = await Promise.all([getItem<DeletionItem>(key), findKept(baseId)]);
    const answer: Restored = { resourceType: "base", resourceIds: [baseId] };
    if (deletion && base && isBack(deletion, base)) return answer;
    if (!isInTrash(base) || !deletion || deletion.restoredTime || !isInTime(deletion, undefined, now))
      throw notFound("trash", id);
    const { spaceId } = base;
    if (!(await findSpace(spaceId))) throw parentInTrash("space");
    const counting = await countedIn(spaceId);
    const [bases, names] = await Promise.all([listIn(spaceId), readNames()]);
    const name = uniqueName(
      base.name,
      bases.map((each) => each.name),
    );
    await commit([
      ...restoreChanges(base, name),
      placeLog({ ...base, name }, names).entry("base.restored"),
      checkKey(spaceKey(spaceId)),
      ...counting,
      change(deletion, { restoredTime: now, expiresAt: expiryIn(secondsInTrash, now) }),
      ...leaveDueChanges(base),
      ...keepAnswer(caller, answer),
    ]);
    return answer;
  });

/** The changes that take a base out of the trash, under a name. */
export function restoreChanges(base: BaseItem, name: string): Change[] {
  const {
    pk: _,
    sk: __,
    version: ___,
    deletedTime: ____,
    deletedBy: _____,
    isWithSpace: ______,
    threeTwins: _______,
    ...rest
  } = base;
  return [
    change(base, { name, deletedTime: undefined, deletedBy: undefined, isWithSpace: undefined }),
    insert({ ...rest, name, ...baseCopyKey(base.spaceId as SpaceId, base.id), entity: "baseCopy" }),
  ];
}

/** Whether the base is restored. A concurrent call may restore it between the two reads. */
const isBack = ({ restoredTime, deletedTime }: DeletionItem, base: BaseItem): boolean =>
  !base.deletedTime || (restoredTime !== undefined && base.deletedTime === deletedTime);

/** 403: the space or base that contained it is in the trash too. */
export const parentInTrash = (kind: "space" | "base" | "table") =>
  new AppError("restricted_resource", `The ${kind} is in the trash too: restore the ${kind} first`);
