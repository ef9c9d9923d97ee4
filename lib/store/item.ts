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
