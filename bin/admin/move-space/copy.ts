/*
 * Copies items of the space: as they are, with the ids that people have in the target, and marked as copies, so that no consumer of the target
 * hears of them (copiedMark in lib/store/item.ts). The bytes of a file are there before the item that names them.
 */
import { lateItem } from "#lib/data/spaces/move-items";
import { StartError } from "#lib/local/process/start-error";
import { thumbnailNames, thumbnailPart } from "#lib/schemas/records/thumbnail";
import { copiedMark, keyText } from "#lib/store/item";
import type { Key } from "#lib/store/store";
import { type Attribute, type Belongings, isOwnUse, usesOf } from "./belonging.ts";
import type { Cell } from "./cells/cell.ts";
import { copyFile } from "./cells/files.ts";
import { type Kind, kindOf, ownerIn } from "./kinds.ts";
import { refuseOtherBases } from "./other-space.ts";
import type { People } from "./people.ts";
import {
  getMany,
  getOne,
  ifVersion,
  isPrepared,
  isUnmet,
  keyOf,
  put,
  putMany,
  removeCopies,
  text,
  versionOf,
  type Wire,
  wireKey,
} from "./wire.ts";

interface Counts {
  items: number;
  removed: number;
  files: number;
  /** Files whose bytes the source does not have. */
  withoutBytes: number;
}

export interface Copier {
  /** Copies those of these items of the source that belong to the space; gives how many there were. */
  copy(items: readonly Wire[]): Promise<number>;
  /**
   * Copies the items with these keys as they are now, or removes them in the target; gives how many belong to the space. Throws OtherBases if one says
   * that the space has other bases now.
   */
  follow(keys: readonly Key[]): Promise<number>;
  counts: Counts;
}

export interface Sides {
  source: Cell;
  target: Cell;
}

export function makeCopier({ source, target }: Sides, belongings: Belongings, people: People): Copier {
  const { spaceId } = belongings;
  const counts: Counts = { items: 0, removed: 0, files: 0, withoutBytes: 0 };

  async function copy(items: readonly Wire[]): Promise<number> {
    for (const item of items) belongings.learn(item);
    const own = items.filter((item) => !isPrepared(item) && isOwn(item));
    if (own.length === 0) return 0;
    const fateOf = (item: Wire) => kindOf(keyOf(item))?.fate;
    const copied = own.filter((item) => fateOf(item) === "copied");
    const late = own.filter((item) => fateOf(item) === "late" || fateOf(item) === "opening");
    await people.meet(copied);
    const isFile = (item: Wire) => keyOf(item).pk.startsWith("ATTACHMENT#");
    for (const file of copied.filter(isFile)) await copyOneFile(file);
    await putMany(target, [
      ...copied.filter((item) => !isFile(item)).map((item) => markCopied(people.translate(atHome(item)))),
      ...late.map((item) => noteLate(spaceId, keyOf(item))),
    ]);
    counts.items += copied.length;
    return own.length;
  }

  function isOwn(item: Wire): boolean {
    const kind = kindOf(keyOf(item));
    if (kind) return isMoved(kind) && belongings.owns(kind, item);
    const { pk, sk } = keyOf(item);
    if (
      [...JSON.stringify(item).matchAll(/(?:spc|bse|tbl)[0-9A-Za-z]{16}/g)].some(([id]) => belongings.has(id))
    )
      throw new StartError(
        `this command does not know items such as ${pk} / ${sk}: it is of another version than the source`,
      );
    return false;
  }

  /**
   * The last keys whose owner was not known. A commit of a new table or field may be finished in any order, so the item that says whose it is can
   * come a moment later.
   */
  let strange: Key[] = [];

  async function follow(keys: readonly Key[]): Promise<number> {
    const wanted = keys.filter((key) => isMoved(kindOf(key)));
    // in a busy cell most of what is written belongs to others, and is not read
    const isOther = (key: Key) => isStrange(key) && !mayTeach(key);
    const others = wanted.filter(isOther);
    const read = wanted.filter((key) => !isOther(key));
    const found = await getMany(source, read);
    await refuseOtherBases(
      source,
      spaceId,
      found.filter((item) => !isPrepared(item)),
    );
    const known = belongings.size();
    // what says which ids belong to the space comes first
    for (const start of teaching)
      for (const item of found) if (keyOf(item).pk.startsWith(start)) belongings.learn(item);
    const again = belongings.size() > known ? [...strange, ...others].filter((key) => !isStrange(key)) : [];
    const own = await copy([...(await getMany(source, again)), ...found]);
    strange = [...strange, ...wanted].filter(isStrange).slice(-mostStrange);
    const there = new Set(found.filter((item) => !isUnusedFile(item)).map((item) => keyText(keyOf(item))));
    return own + (await removeGone(read.filter((key) => !there.has(keyText(key)))));
  }

  const mayTeach = ({ pk }: Key): boolean => teaching.some((start) => pk.startsWith(start));

  function isStrange(key: Key): boolean {
    const kind = kindOf(key);
    const owner = kind && ownerIn(kind, key);
    return owner !== undefined && !belongings.has(owner);
  }

  /** A file that only comments used, and none does now. */
  const isUnusedFile = (item: Wire): boolean =>
    keyOf(item).pk.startsWith("ATTACHMENT#") &&
    !usesOf(item).some((use) => isOwnUse(belongings, use)) &&
    !isPrepared(item);

  /** Removes copies of items that the source no longer has. */
  async function removeGone(keys: readonly Key[]): Promise<number> {
    const there = await getMany(
      target,
      keys.map((key) => keyOf(people.translate(wireKey(key)))),
    );
    const removed = await removeOwn(target, belongings, there);
    counts.removed += removed;
    return removed;
  }

  /** A file that tables of another space use too may be in the target already, by an earlier move: then the uses are put together. */
  async function copyOneFile(file: Wire): Promise<void> {
    const copied = await copyBytes({ source, target }, file);
    if (copied === "none" && text(file, "state") === "uploaded") counts.withoutBytes++;
    if (copied === true) counts.files++;
    await putFile(target, people.translate(file), (there) => [
      ...usesOf(there).filter((use) => !isOwnUse(belongings, use)),
      ...usesOf(file).filter((use) => isOwnUse(belongings, use)),
    ]);
  }

  return { copy, follow, counts };
}

/** Puts a file with the uses that follow from those it has in the target. */
export async function putFile(
  target: Cell,
  { expiresAt: _, ...file }: Wire,
  joinUses: (there: Wire) => Attribute[],
): Promise<void> {
  for (;;) {
    const there = await getOne(target, keyOf(file));
    const version = String(Math.max(Number(versionOf(file)), there ? Number(versionOf(there)) + 1 : 0));
    const item = markCopied({ ...file, uses: { L: joinUses(there ?? {}) }, version: { N: version } });
    try {
      await put(target, item, asItWas(there));
      return;
    } catch (error) {
      if (!isUnmet(error)) throw error;
    }
  }
}

/** Copies the bytes of a file and of its thumbnails; gives whether it had to, or "none" if the source has none. */
export async function copyBytes({ source, target }: Sides, file: Wire): Promise<boolean | "none"> {
  const [part, ...thumbnails] = bytesOf(keyOf(file));
  const copied = await copyFile(source.files, target.files, part);
  for (const thumbnail of thumbnails) await copyFile(source.files, target.files, thumbnail);
  return copied;
}

/** The names of the bytes of a file and of its thumbnails. */
function bytesOf({ pk }: Key): [string, ...string[]] {
  const part = pk.slice("ATTACHMENT#".length);
  return [part, ...thumbnailNames.map((name) => thumbnailPart(part, name))];
}

/** Whether items of this kind move at all. One that is not known may: the copy says so. */
const isMoved = (kind: Kind | undefined): boolean =>
  kind === undefined || ["copied", "late", "opening"].includes(kind.fate);

/** Partitions whose items say which ids belong to a base or table, in the order in which they are learned. */
const teaching = ["BASE#", "TABLE#", "TRASH#"];

/** Keys of a writer's longest commit. */
const mostStrange = 40_000;

/**
 * Removes those of these items of the target that were copied for the space; gives how many. It was not there before, so all that has its ids in the
 * key was copied. A file may be another space's, too.
 */
export async function removeOwn(
  target: Cell,
  belongings: Belongings,
  items: readonly Wire[],
): Promise<number> {
  const own = items.filter((item) => {
    const kind = kindOf(keyOf(item));
    if (kind?.fate !== "copied" && kind?.fate !== "late") return false;
    return belongings.owns(kind, item) && (kind.owner !== "item" || copiedMark in item);
  });
  const isShared = (item: Wire) => usesOf(item).some((use) => !isOwnUse(belongings, use));
  for (const item of own.filter(isShared)) {
    const uses = { L: usesOf(item).filter((use) => !isOwnUse(belongings, use)) };
    const version = { N: String(Number(versionOf(item)) + 1) };
    await put(target, markCopied({ ...item, uses, version }), asItWas(item));
  }
  const keys = own.filter((item) => !isShared(item)).map(keyOf);
  await removeCopies(target, keys);
  for (const key of keys)
    if (key.pk.startsWith("ATTACHMENT#")) for (const name of bytesOf(key)) await target.files.remove(name);
  return own.length;
}

/** The item without the mark of a move, which is about the source. */
export function atHome(item: Wire): Wire {
  const { pk } = keyOf(item);
  if (!/^(?:SPACE|BASE)#/.test(pk)) return item;
  const { move: _, ...rest } = item;
  return rest;
}

/** Items without an entity, such as counters, are heard by no consumer. */
export function markCopied(item: Wire): Wire {
  const version = versionOf(item);
  return item["entity"] && version !== undefined ? { ...item, [copiedMark]: { N: version } } : item;
}

const noteLate = (spaceId: string, key: Key): Wire => {
  const { pk, sk, entity } = lateItem(spaceId, key);
  return {
    ...{ pk: { S: pk }, sk: { S: sk }, entity: { S: entity }, version: { N: "1" } },
    of: { M: wireKey(key) },
  };
};

const asItWas = (there: Wire | undefined): object => ifVersion(there && (versionOf(there) ?? "0"));
