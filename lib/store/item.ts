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
 * Twins: two copies of an item that very many calls read, in partitions of their own, since a partition of DynamoDB takes 3,000 reads a second.
 * `getItem` reads one of them in place of the item. Each commit that writes the item writes its twins (twins/change-twins.ts), so all are equal.
 *
 * An item has twins if its attribute `twins` is its version. Another number there means that a writer who knows no twins has written the
 * item: an older Gridless, while a new one is deployed. The next change then removes the twins, and one after it can make them again.
 */

/** Only items with this sort key have twins. Others may be made from such an item, with the attribute. */
export const twinned = "TABLE";

/** The keys of the twins that an item has, or would have. */
export const twinKeys = ({ pk, sk }: Key): Key[] => [1, 2].map((twin) => ({ pk: `${pk}#${twin}`, sk }));

/** The item that a twin shows. */
export const showTwin = (twin: Item, { pk, sk }: Key): Item => ({ ...twin, pk, sk, entity: "table" });

/** What a change of an item does to its attribute `twins`. */
export const raiseTwins = ({ twins, version }: Item): { twins?: number | undefined } =>
  twins === undefined ? {} : { twins: twins === version ? version + 1 : undefined };

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
