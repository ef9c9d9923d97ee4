export interface Key {
  pk: string;
  sk: string;
}
/** `entity` says what it is; `version` counts its changes (optimistic lock); `commit` marks the intent of a staged commit. */
export interface Item extends Key {
  entity: string;
  version: number;
  [attribute: string]: unknown;
}

/** Tells the items of an entity from others; what it tells, it types: `items.find(isEntity<UserItem>("user"))`. */
export const isEntity =
  <Found extends Item>(entity: string) =>
  (item: Item): item is Found =>
    item.entity === entity;

export const keyText = ({ pk, sk }: Key) => `${pk} ${sk}`;
