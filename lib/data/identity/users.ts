/*
 * A user.
 *
 *  entity  pk             sk     cost
 *  user    USER#<user>    USER   get 1 RCU; made with its guard 2 × 2 WCU
 *  email   EMAIL#<lower>  EMAIL  makes e-mail addresses unique
 */
import type { Person } from "#lib/engine/field-types/shared/field-type";
import { AppError, notFound } from "#lib/schemas/basics/error";
import { newUserId, type UserId } from "#lib/schemas/basics/ids";
import type { Me } from "#lib/schemas/identity/account";
import { type Change, change, commit, insert, retryOnConflictFrom, tryCommit } from "#lib/store/commit";
import { keepNothing } from "#lib/store/idempotency-records";
import { getItem, type Item } from "#lib/store/store";
import { renameChange } from "./renames.ts";

export interface UserItem extends Item, Person {
  id: UserId;
  email: string;
  avatar?: string;
  /** The picture at `avatar`, if it was uploaded (lib/accounts/avatars.ts). */
  avatarId?: string;
  /** See passwords.ts. Without one the user signs in with an outside provider, or sets one by a mailed link. */
  passwordHash?: string;
  /** When a mailed link, or an outside provider, proved that the user owns the e-mail address. */
  verifiedTime?: string;
  /** Since when a second factor is asked for: see lib/accounts/second-factor.ts. */
  secondFactorTime?: string;
  /** The identity at an outside provider that signs in as this user: see lib/accounts/identities.ts. */
  identity?: LinkedIdentity;
  /** Counts password changes; sessions of an earlier epoch have ended. */
  epoch: number;
  isAdmin?: boolean;
  notifyMeta: { email: boolean };
  createdTime: string;
}

/** Who a person is at an outside provider, as it has proved. */
export interface ProviderIdentity {
  /** As the setting names it: https://login.example.org */
  issuer: string;
  subject: string;
  /** The address that the provider has verified. */
  email?: string;
}

interface LinkedIdentity {
  /** Of its issuer and subject: the key of its item. */
  hashed: string;
  issuer: string;
  /** The address that the provider verified when it was linked; for people to read. */
  email?: string;
  linkedTime: string;
}

export const userKey = (id: string) => ({ pk: `USER#${id}`, sk: "USER" });
export const emailKey = (email: string) => ({ pk: `EMAIL#${email.toLowerCase()}`, sk: "EMAIL" });

type NewUser = Pick<UserItem, "name" | "email"> &
  Partial<Pick<UserItem, "passwordHash" | "verifiedTime" | "identity" | "isAdmin">>;

/** A new user, and the changes that store it. Their commit throws `Refused` if the e-mail address is taken. */
export function createChanges(input: NewUser, now: string): { user: UserItem; changes: Change[] } {
  const id = newUserId();
  const user = {
    ...userKey(id),
    entity: "user",
    id,
    ...input,
    epoch: 0,
    notifyMeta: { email: true },
    createdTime: now,
  };
  const guard = { ...emailKey(input.email), entity: "email", userId: id };
  return { user: { ...user, version: 1 }, changes: [insert(user), insert(guard)] };
}

/** Makes a user; throws 409 if the e-mail address is taken. */
export async function create(input: NewUser, now: string): Promise<UserItem> {
  const { user, changes } = createChanges(input, now);
  if (!(await tryCommit(changes))) throw emailTaken(input.email);
  return user;
}

/** A 409: the e-mail address has an account. */
export const emailTaken = (email: string) =>
  new AppError("conflict", `An account with ${email} already exists: sign in, or reset the password`);

/** A user, or `undefined`. */
export const find = (id: UserId): Promise<UserItem | undefined> => getItem<UserItem>(userKey(id));

type Avatar = { [member in "avatar" | "avatarId"]: string | undefined };

/** Changes some attributes of a user. Concurrent changes of other attributes are kept. Throws 404 if the user is gone. */
export async function update(
  user: UserItem,
  changes: Partial<Pick<UserItem, "name" | "notifyMeta">> | Avatar,
  answerChanges: (changed: UserItem, before: UserItem) => Change[] = keepNothing,
): Promise<UserItem> {
  const readAgain = async () => {
    const found = await find(user.id);
    if (!found) throw notFound("user", user.id);
    return found;
  };
  return retryOnConflictFrom(user, readAgain, async (before) => {
    const changed = { ...before, ...changes } as UserItem;
    const renamed = changed.name === before.name ? [] : [renameChange(before)];
    await commit([change(before, changes), ...renamed, ...answerChanges(changed, before)]);
    return changed;
  });
}

/** A user, as shown to that user. */
export const showMe = ({ id, name, email, avatar, notifyMeta, ...user }: UserItem): Me => ({
  id,
  name,
  email,
  ...(avatar && { avatar }),
  notifyMeta,
  hasPassword: user.passwordHash !== undefined,
  ...(user.isAdmin && { isAdmin: true }),
  emailVerified: user.verifiedTime !== undefined,
});

/** The user with this e-mail address, in any case of letters; or `undefined`. Two round trips. */
export async function findByEmail(email: string): Promise<UserItem | undefined> {
  const guard = await getItem<Item & { userId: UserId }>(emailKey(email));
  return guard && (await find(guard.userId));
}
