/*
 * A base holds tables. `version` counts every change of it and of its list of tables, so that of two who make a table of
 * the same name at once one looks again.
 *
 *          pk            sk          cost
 *  base    BASE#<id>     BASE        get 1 RCU
 *  copy    SPACE#<spc>   BASE#<id>   written with it 2 × 2 WCU; gone when the base is deleted
 */

import { invalid, notFound } from "#lib/schemas/basics/error";
import { type BaseId, newBaseId, type SpaceId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Role, Standing } from "#lib/schemas/basics/role";
import type { Base, BaseUpdate, NewBase } from "#lib/schemas/tables/base";
import { sortByAge } from "#lib/store/by-age";
import { change, checkKey, commit, insert, Refused, retryOnConflict } from "#lib/store/commit";
import { type AnswerChanges, keepNothing } from "#lib/store/idempotency-records";
import { countItems, getItem, getItems, type Item, keysStartingWith, readAll } from "#lib/store/store";
import { placesOf } from "./members.ts";
import { spaceKey } from "./spaces.ts";

export type BaseItem = Item & {
  id: BaseId;
  name: string;
  spaceId: SpaceId;
  icon?: string;
  createdTime: string;
  createdBy: UserId;
  deletedTime?: string;
  /** When its trash was emptied: tables that were deleted up to then are gone for good. */
  trashEmptiedTime?: string;
};

export const baseKey = (id: BaseId) => ({ pk: `BASE#${id}`, sk: "BASE" });
const copyKey = (spaceId: SpaceId, id: BaseId) => ({ pk: `SPACE#${spaceId}`, sk: `BASE#${id}` });

const copiesIn = (spaceId: SpaceId) => ({ pk: `SPACE#${spaceId}`, ...keysStartingWith("BASE#") });

/** A new base, if its space is still there when it is made: a deleted one loses no base that comes after. */
export async function create(
  { spaceId, name, icon }: NewBase,
  maker: UserId,
  now: string,
  mark: AnswerChanges<BaseItem> = keepNothing,
): Promise<BaseItem> {
  const others = await countItems(copiesIn(spaceId));
  if (others >= limits.basesPerSpace)
    throw invalid([
      { path: "spaceId", message: `the space has ${others} bases, the limit is ${limits.basesPerSpace}` },
    ]);
  const id = newBaseId();
  const base = {
    entity: "base",
    id,
    name,
    spaceId,
    ...(icon && { icon }),
    createdTime: now,
    createdBy: maker,
  };
  const made = { ...baseKey(id), ...base, version: 1 };
  await commit([
    insert({ ...baseKey(id), ...base }),
    insert({ ...copyKey(spaceId, id), ...base, entity: "baseCopy" }),
    checkKey(spaceKey(spaceId)),
    ...mark(made),
  ]).catch((error) => {
    if (error instanceof Refused) throw notFound("space", spaceId);
    throw error;
  });
  return made;
}

/** A base as answers show it. */
export const show = ({ id, name, spaceId, icon }: BaseItem, { role, from }: Standing): Base => ({
  id,
  name,
  spaceId,
  ...(icon && { icon }),
  role,
  collaboratorType: from,
});

/** A base that is there: one that was deleted is as if it had never been. */
export async function find(id: BaseId): Promise<BaseItem | undefined> {
  const base = await getItem<BaseItem>(baseKey(id));
  return base?.deletedTime ? undefined : base;
}

/** The bases of a space, as their copies say, the oldest first. */
export const listIn = async (spaceId: SpaceId): Promise<BaseItem[]> =>
  (await readAll<BaseItem>(copiesIn(spaceId))).sort(sortByAge);

/** Of every base somebody may open, the oldest first: the base, and his roles on its space and on itself. */
export async function reachable(
  userId: UserId,
): Promise<{ base: BaseItem; inSpace?: Role; inBase?: Role }[]> {
  const [spaces, bases] = await Promise.all([
    placesOf<SpaceId>(userId, "SPACE"),
    placesOf<BaseId>(userId, "BASE"),
  ]);
  const inBase = new Map(bases.map(({ id, role }) => [id, role]));
  const [own, ...ofSpaces] = await Promise.all([
    getItems(bases.map(({ id }) => baseKey(id))) as Promise<BaseItem[]>,
    ...spaces.map(({ id }) => listIn(id)),
  ]);
  const found = new Map<BaseId, { base: BaseItem; inSpace?: Role; inBase?: Role }>();
  for (const base of own) if (!base.deletedTime) found.set(base.id, { base });
  ofSpaces.forEach((list, i) => {
    const inSpace = spaces[i]?.role;
    for (const base of list) found.set(base.id, { base, ...(inSpace && { inSpace }) });
  });
  const sorted = [...found.values()].sort((a, b) => sortByAge(a.base, b.base));
  return sorted.map((entry) => {
    const role = inBase.get(entry.base.id);
    return role ? { ...entry, inBase: role } : entry;
  });
}

export async function update(
  base: BaseItem,
  { name, icon }: BaseUpdate,
  mark: AnswerChanges<BaseItem> = keepNothing,
): Promise<BaseItem> {
  const changes = {
    ...(name !== undefined && { name }),
    ...(icon !== undefined && { icon: icon ?? undefined }),
  };
  return withCopy(base, async (current, copy) => {
    const changed = { ...current, ...changes } as BaseItem;
    await commit([change(current, changes), change(copy, changes), ...mark(changed)]);
    return changed;
  });
}

/** Does work with a base and its entry in the space's list, again when one of them was changed meanwhile. */
export async function withCopy<Result>(
  { id, spaceId }: BaseItem,
  work: (base: BaseItem, copy: Item) => Promise<Result>,
): Promise<Result> {
  return retryOnConflict(async () => {
    const [base, copy] = await Promise.all([find(id), getItem(copyKey(spaceId, id))]);
    if (!base || !copy) throw notFound("base", id);
    return work(base, copy);
  });
}
