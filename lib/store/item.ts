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

export const keyText = ({ pk, sk }: Key) => `${pk} ${sk}`;
