/*
 * A base holds tables. Its `version` changes with the base and with its list of tables: two concurrent creations of a table with
 * the same name conflict, and one retries.
 *
 *  entity    pk             sk           cost
 *  base      BASE#<base>    BASE         get 1 RCU
 *  baseTwin  BASE#<base>#1 | BASE#<base>#2 | BASE#<base>#3  BASE  the same, only of a base with a table of more than 2,000 records; written with it, 3 × 2 WCU (lib/store/item.ts)
 *  baseCopy  SPACE#<space>  BASE#<base>  the space's list; written with the base 2 × 2 WCU; removed when the base goes to the trash (trash/trash-base.ts), so a call that finds it needs not read the base
 */

import { countNearLimit } from "#lib/data/identity/count-near-limit";
import { AppError, invalid, notFound } from "#lib/schemas/basics/error";
import { type BaseId, newBaseId, type SpaceId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Role, Standing } from "#lib/schemas/basics/role";
import type { Base, BaseUpdate, NewBase } from "#lib/schemas/tables/base";
import {
  type Change,
  change,
  checkKey,
  commit,
  insert,
  Refused,
  remove,
  retryOnConflict,
  tryCommit,
} from "#lib/store/commit";
import { type AnswerChanges, keepNothing } from "#lib/store/idempotency-records";
import { sortByAge, type Twinned } from "#lib/store/item";
import { countItems, getItem, getItems, type Item, keysStartingWith, readAll } from "#lib/store/store";
import { placesOf } from "./members.ts";
import { hasMoved, type SpaceMove } from "./moves.ts";
import { spaceKey } from "./spaces.ts";

export type BaseItem = Item &
  Twinned & {
    id: BaseId;
    name: string;
    spaceId: SpaceId;
    icon?: string;
    /** Its place in the list of its space; absent until it is moved (order-bases.ts). */
    order?: number;
    createdTime: string;
    createdBy: UserId;
    deletedTime?: string;
    /** The user who moved it to the trash; absent for a base that was never there. */
    deletedBy?: UserId;
    /** It was deleted with its space, and is restored with it. */
    isWithSpace?: true;
    /** Its space moves to another cell, or has. */
    move?: SpaceMove;
    /** It was removed from the trash for good. */
    isCleared?: true;
    /** When its trash was emptied: tables deleted up to this time cannot be restored. */
    trashEmptiedTime?: string;
  };

export const baseKey = (id: BaseId) => ({ pk: `BASE#${id}`, sk: "BASE" });
export const baseCopyKey = (spaceId: SpaceId, id: BaseId) => ({ pk: `SPACE#${spaceId}`, sk: `BASE#${id}` });

const copiesIn = (spaceId: SpaceId) => ({ pk: `SPACE#${spaceId}`, ...keysStartingWith("BASE#") });

/** Makes a base. Throws 400 over the limit of the space, 404 if the space was deleted (checked in the same commit). */
export async function create(
  { spaceId, name, icon }: NewBase,
  createdBy: UserId,
  now: string,
  answerChanges: AnswerChanges<BaseItem> = keepNothing,
): Promise<BaseItem> {
  const id = newBaseId();
  const base = {
    entity: "base",
    id,
    name,
    spaceId,
    ...(icon && { icon }),
    createdTime: now,
    createdBy,
  };
  const made = { ...baseKey(id), ...base, version: 1 };
  return retryOnConflict(async () => {
    const counting = await countedIn(spaceId);
    const changes = [
      insert({ ...baseKey(id), ...base }),
      insert({ ...baseCopyKey(spaceId, id), ...base, entity: "baseCopy" }),
      checkKey(spaceKey(spaceId)),
      ...answerChanges(made),
    ];
    if (await tryCommit([...changes, ...counting])) return made;
    if (counting.length === 0 || !(await getItem(spaceKey(spaceId)))) throw notFound("space", spaceId);
    throw new Refused(counting);
  });
}

/** The changes for a commit that adds a base to a space: they count it. Throws 400 if the space has as many bases as it may have. */
export async function countedIn(spaceId: SpaceId): Promise<Change[]> {
  const { pk } = copiesIn(spaceId);
  const counted = await countNearLimit({ pk, sk: "BASE" }, limits.basesPerSpace, () =>
    countItems(copiesIn(spaceId)),
  );
  if (counted.count < limits.basesPerSpace) return counted.changes;
  const message = `the space has ${counted.count} bases, the limit is ${limits.basesPerSpace}`;
  throw invalid([{ path: "spaceId", message }]);
}

/** The changes that put a base into another space, as its last. Throws 400 over the limit of that space. */
export async function moveChanges(
  base: BaseItem,
  copy: Item,
  { spaceId, now }: { spaceId: SpaceId; now: string },
): Promise<Change[]> {
  const counting = await countedIn(spaceId);
  const moved = { spaceId, order: Date.parse(now) };
  return [
    ...counting,
    ...[change(base, moved), remove(copy)],
    insert({ ...copy, ...baseCopyKey(spaceId, base.id), ...moved }),
    ...[base.spaceId, spaceId].map((id) => checkKey(spaceKey(id))),
  ];
}

/** A base as answers show it. */
export const show = ({ id, name, spaceId, icon }: BaseItem, { role, from }: Standing): Base => ({
  id,
  name,
  spaceId,
  icon: icon ?? null,
  role,
  collaboratorType: from,
});

/** A base; `undefined` if it does not exist or was deleted. */
export async function find(id: BaseId): Promise<BaseItem | undefined> {
  const base = await getItem<BaseItem>(baseKey(id));
  return base?.deletedTime ? undefined : base;
}

/** A base that exists or is in the trash; `undefined` otherwise. */
export async function findKept(id: BaseId): Promise<BaseItem | undefined> {
  const base = await getItem<BaseItem>(baseKey(id));
  return base && (!base.deletedTime || isInTrash(base)) ? base : undefined;
}

/** Whether a base is in the trash. */
export const isInTrash = (
  base: BaseItem | undefined,
): base is BaseItem & Required<Pick<BaseItem, "deletedTime" | "deletedBy">> =>
  base?.deletedTime !== undefined && base.deletedBy !== undefined && !base.isCleared;

/** The bases of a space, read from their copies, in their order: the oldest first, unless they were moved. */
export const listIn = async (spaceId: SpaceId): Promise<BaseItem[]> =>
  (await readAll<BaseItem>(copiesIn(spaceId))).sort((a, b) => orderOf(a) - orderOf(b) || sortByAge(a, b));

/** The place of a base in the list of its space. */
export const orderOf = ({ order, createdTime }: BaseItem): number => order ?? Date.parse(createdTime);

/** All bases that a user may open here, the oldest first, each with the user's roles in its space and in the base itself. */
export async function reachable(
  userId: UserId,
): Promise<{ base: BaseItem; inSpace?: Role; inBase?: Role }[]> {
  const [spaces, bases] = await Promise.all([
    placesOf<SpaceId>(userId, "SPACE"),
    placesOf<BaseId>(userId, "BASE"),
  ]);
  const inBase = new Map(bases.map(({ id, role }) => [id, role]));
  const [own, ...ofSpaces] = await Promise.all([
    getItems<BaseItem>(bases.map(({ id }) => baseKey(id))),
    ...spaces.map(({ id }) => listIn(id)),
  ]);
  const found = new Map<BaseId, { base: BaseItem; inSpace?: Role; inBase?: Role }>();
  for (const base of own) if (!base.deletedTime) found.set(base.id, { base });
  ofSpaces.forEach((list, i) => {
    const inSpace = spaces[i]?.role;
    for (const base of list) found.set(base.id, { base, ...(inSpace && { inSpace }) });
  });
  const here = [...found.values()].filter(({ base }) => !hasMoved(base));
  const sorted = here.sort((a, b) => sortByAge(a.base, b.base));
  return sorted.map((entry) => {
    const role = inBase.get(entry.base.id);
    return role ? { ...entry, inBase: role } : entry;
  });
}

/** Changes a base; an `icon` of null removes it. Throws 404 if the base was deleted. */
export async function update(
  base: BaseItem,
  { name, icon }: BaseUpdate,
  answerChanges: AnswerChanges<BaseItem> = keepNothing,
): Promise<BaseItem> {
  const changes = {
    ...(name !== undefined && { name }),
    ...(icon !== undefined && { icon: icon ?? undefined }),
  };
  return withCopy(base, async (current, copy) => {
    const changed = { ...current, ...changes } as BaseItem;
    await commit([change(current, changes), change(copy, changes), ...answerChanges(changed)]);
    return changed;
  });
}

/**
 * Runs `work` with a base and its copy; again after a conflict. Throws 404 if the base was deleted, 409 if it was moved to another space
 * since it was read, because the caller's role there was not checked.
 */
export async function withCopy<Result>(
  { id, spaceId }: BaseItem,
  work: (base: BaseItem, copy: Item) => Promise<Result>,
): Promise<Result> {
  return retryOnConflict(async () => {
    const [base, copy] = await Promise.all([find(id), getItem(baseCopyKey(spaceId, id))]);
    if (!base) throw notFound("base", id);
    if (!copy || base.spaceId !== spaceId) throw (await find(id)) ? movedMeanwhile() : notFound("base", id);
    return work(base, copy);
  });
}

const movedMeanwhile = () =>
  new AppError("conflict", "The base was moved to another space meanwhile; send the request again");
