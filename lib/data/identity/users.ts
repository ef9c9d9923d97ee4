/*
 * A person.
 *
 *          pk              sk      cost
 *  user    USER#<id>       USER    get 1 RCU; made with its guard 2 × 2 WCU
 *  guard   EMAIL#<lower>   EMAIL   an e-mail address belongs to one person
 */
import type { Person } from "#lib/engine/field-types/shared/field-type";
import { AppError, notFound } from "#lib/schemas/basics/error";
import { newUserId, type UserId } from "#lib/schemas/basics/ids";
import type { Me } from "#lib/schemas/identity/account";
import { type Change, change, commit, insert, Refused, retryOnConflictFrom } from "#lib/store/commit";
import { type AnswerChanges, keepNothing } from "#lib/store/idempotency-records";
import { getItem, type Item } from "#lib/store/store";

export interface UserItem extends Item, Person {
  id: UserId;
  email: string;
  avatar?: string;
  /** See passwords.ts; who has none cannot sign in until he sets one by a mailed link. */
  passwordHash?: string;
  /** When a mailed link showed that the e-mail address is his. */
  verifiedTime?: string;
  /** Counts what ended all his sessions. */
  epoch: number;
  isAdmin?: boolean;
  notifyMeta: { email: boolean };
  createdTime: string;
}

export const userKey = (id: string) => ({ pk: `USER#${id}`, sk: "USER" });
export const emailKey = (email: string) => ({ pk: `EMAIL#${email.toLowerCase()}`, sk: "EMAIL" });

type NewUser = Pick<UserItem, "name" | "email"> &
  Partial<Pick<UserItem, "passwordHash" | "verifiedTime" | "isAdmin">>;

/** A new person; whoever commits the changes hears by `Refused` that the e-mail address is taken. */
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

export async function create(input: NewUser, now: string): Promise<UserItem> {
  const { user, changes } = createChanges(input, now);
  await commit(changes).catch((error) => {
    if (error instanceof Refused) throw emailTaken(input.email);
    throw error;
  });
  return user;
}

export const emailTaken = (email: string) =>
  new AppError("conflict", `${email} belongs to somebody already: sign in, or reset the password`);

export const find = (id: UserId): Promise<UserItem | undefined> => getItem<UserItem>(userKey(id));

/** Changes some attributes of him, as he is by then: what others change at the same time stays. */
export async function update(
  user: UserItem,
  changes: Partial<Pick<UserItem, "name" | "avatar" | "notifyMeta">> | { avatar: undefined },
  mark: AnswerChanges<UserItem> = keepNothing,
): Promise<UserItem> {
  const readAgain = async () => {
    const found = await find(user.id);
    if (!found) throw notFound("user", user.id);
    return found;
  };
  return retryOnConflictFrom(user, readAgain, async (before) => {
    const changed = { ...before, ...changes } as UserItem;
    await commit([change(before, changes), ...mark(changed)]);
    return changed;
  });
}

/** A person as he sees himself. */
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

export async function findByEmail(email: string): Promise<UserItem | undefined> {
  const guard = await getItem<Item & { userId: UserId }>(emailKey(email));
  return guard && (await find(guard.userId));
}
