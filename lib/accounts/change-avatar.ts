import type { Caller } from "#lib/data/identity/caller";
import { type UserItem, update } from "#lib/data/identity/users";
import { imageType } from "#lib/files/image-size";
import { write } from "#lib/files/storage";
import { invalid } from "#lib/schemas/basics/error";
import { randomText } from "#lib/schemas/basics/ids";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import type { NewAvatar } from "#lib/schemas/identity/account";
import { type Change, change, commit, insert, removeKey } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { type AvatarItem, avatarKey } from "./avatars.ts";

/** Changes or removes the avatar of a user. Throws 400 if the file is no picture. */
export async function changeAvatar(
  user: UserItem,
  { avatar, file }: NewAvatar,
  caller: Caller,
  answerChanges: (changed: UserItem) => Change[],
): Promise<UserItem> {
  const made = file && (await keepPicture(Buffer.from(await file.arrayBuffer()), caller));
  const changes = made
    ? { avatar: `${publicOrigin()}/user/avatar/${made.id}`, avatarId: made.id }
    : { avatar: avatar ?? undefined, avatarId: undefined };
  return update(user, changes, (changed, { avatarId: former }) => [
    ...(made ? [change(made.item, { expiresAt: undefined })] : []),
    ...(former ? [removeKey(avatarKey(former))] : []),
    ...answerChanges(changed),
  ]);
}

/** Stores a picture. It expires after a day unless the user names it. */
async function keepPicture(bytes: Buffer, { now }: Caller): Promise<{ id: string; item: AvatarItem }> {
  const mimetype = imageType(bytes);
  if (!mimetype) throw invalid([{ path: "file", message: "must be a PNG, JPEG, GIF or WebP picture" }]);
  const id = randomText(10);
  const item = { ...avatarKey(id), entity: "avatar", mimetype, expiresAt: expiryIn(secondsPerDay, now) };
  await commit([insert(item)]);
  await write(id, bytes, mimetype);
  return { id, item: { ...item, version: 1 } };
}
