/*
 * Uploaded avatars. Everybody who has the address can read one: the `<img>` of a page sends no token.
 *
 *  entity  pk           sk      cost
 *  avatar  AVATAR#<id>  AVATAR  get 1 RCU; made and named by its user 2 × 1 WCU
 *
 *   made, its bytes written ──▶ named by the user ──▶ replaced: the item is deleted ──▶ functions/attachment/remove-file.ts
 *        └── after a day: expiresAt ──▶ the item is deleted ─────────────────────────▶ removes the bytes
 */
import { readAddress } from "#lib/files/storage";
import { notFound } from "#lib/schemas/basics/error";
import { getItem, type Item } from "#lib/store/store";

export interface AvatarItem extends Item {
  mimetype: string;
  /** Seconds since 1970; absent once the user has chosen the file as avatar. */
  expiresAt?: number;
}

export const avatarKey = (id: string) => ({ pk: `AVATAR#${id}`, sk: "AVATAR" });

/** An address at which the picture can be read for an hour. Throws 404 for an unknown one. */
export async function addressOfAvatar(id: string, now: string): Promise<string> {
  const avatar = await getItem<AvatarItem>(avatarKey(id));
  if (!avatar || avatar.expiresAt !== undefined) throw notFound("avatar", id);
  return readAddress({ part: id, name: "avatar", mimetype: avatar.mimetype }, new Date(now));
}
