import { hash } from "#lib/data/identity/token-text";

export const shareKey = (id: string) => ({ pk: `SHARE#${id}`, sk: "SHARE" });

/** The key for a visitor who has given the password; `secret` is the value of the cookie. */
export const entryKey = (id: string, secret: string) => ({
  pk: shareKey(id).pk,
  sk: `ENTRY#${hash(secret)}`,
});
