import { hash } from "#lib/data/identity/token-text";

export const shareKey = (id: string) => ({ pk: `SHARE#${id}`, sk: "SHARE" });

/** Of somebody who has given the password. */
export const entryKey = (id: string, secret: string) => ({
  pk: shareKey(id).pk,
  sk: `ENTRY#${hash(secret)}`,
});
