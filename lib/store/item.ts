/** The primary key of an item: partition key and sort key. */
export interface Key {
  pk: string;
  sk: string;
}
/**
 * An item of the store. `entity` is its kind; `version` counts its changes (optimistic lock); an item with `commit` is the intent
 * of a staged commit (intents.ts).
 */
export interface Item extends Key {
  entity: string;
  version: number;
  [attribute: string]: unknown;
}

/*
 * Twins: three copies of an item that very many calls read, in partitions of their own, since a partition of DynamoDB takes 3,000 reads a second.
 * `getByTurns` reads one of them in place of the item. Each commit that writes the item writes its twins (twins/change-twins.ts), so all are equal.
 *
 * An item has twins if its attribute `threeTwins` is its version. Another number there means that a writer who knows no twins has written the
 * item: an older Gridless, while a new one is deployed. The next change then removes the twins, and one after it can make them again. A table
 * from before may have two twins, which the attribute `twins` says in the same way; `tendIndexes` gives it the third.
 */

/** Only items with these sort keys have twins. Others may be made from such an item, with the attribute. */
export const twinned: ReadonlySet<string> = new Set(["TABLE", "BASE"]);

export interface Twinned {
  /** Its version, if it has three twins. */
  threeTwins?: number;
  /** Its version, if it has two. */
  twins?: number;
}

/** The keys of all twins that an item can have. */
export const twinKeys = ({ pk, sk }: Key): Key[] => [1, 2, 3].map((twin) => ({ pk: `${pk}#${twin}`, sk }));

/** The keys of the twins that an item has, if no older Gridless has changed it. */
export const ownTwinKeys = (item: Item & Twinned): Key[] =>
  twinKeys(item).slice(0, item.threeTwins !== undefined ? 3 : item.twins !== undefined ? 2 : 0);

/** Whether the twins of an item are equal to it; true for one without. */
export const hasEqualTwins = ({ threeTwins, twins, version }: Item & Twinned): boolean =>
  [threeTwins, twins].every((each) => each === undefined || each === version);

/** The twin of an item with this key, and the item that a twin shows. */
export const twinOf = (item: Item, key: Key): Item => ({
  ...item,
  ...key,
  entity: item.sk === "BASE" ? "baseTwin" : "tableTwin",
});
export const showTwin = (twin: Item, { pk, sk }: Key): Item => ({
  ...twin,
  ...{ pk, sk },
  entity: sk === "BASE" ? "base" : "table",
});

/** What a change of an item does to the attributes of its twins. */
export function raiseTwins(item: Item & Twinned): { [Name in keyof Twinned]?: number | undefined } {
  const raised = hasEqualTwins(item) ? item.version + 1 : undefined;
  return {
    ...(item.threeTwins !== undefined && { threeTwins: raised }),
    ...(item.twins !== undefined && { twins: raised }),
  };
}

/**
 * The attribute of an item that was copied from another cell (docs/design/cells.md): the version with which it came. While it is the version
 * of the item, no consumer hears of it (lib/events/visible-change.ts). Readers do not see it, so the first write of ours drops it, or raises the version.
 */
export const copiedMark = "copied";

/** A type guard for the items of an entity: `items.find(isEntity<UserItem>("user"))`. */
export const isEntity =
  <Entity extends Item>(entity: string) =>
  (item: Item): item is Entity =>
    item.entity === entity;

/** A key as one string, for maps and sets. */
export const keyText = ({ pk, sk }: Key) => `${pk} ${sk}`;

interface Aged {
  id: string;
  createdTime: string;
}

const ageOf = ({ createdTime, id }: Aged) => `${createdTime} ${id}`;

/** A comparator for `sort`: the oldest first; at the same `createdTime` by id, so that the order is stable. */
export const sortByAge = (a: Aged, b: Aged): number => (ageOf(a) < ageOf(b) ? -1 : 1);
