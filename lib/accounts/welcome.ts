/*
 * Makes the first administrator: a user with a verified e-mail address, a space with a base, and a token with full access. This needs
 * access to the store: no HTTP endpoint makes an administrator.
 */

import { hashPassword } from "#lib/data/identity/passwords";
import * as tokens from "#lib/data/identity/tokens";
import type { UserItem } from "#lib/data/identity/users";
import * as users from "#lib/data/identity/users";
import * as bases from "#lib/data/spaces/bases";
import { createSpace } from "#lib/data/spaces/create-space";
import { joinWaitingChanges } from "#lib/data/spaces/invitations";
import { AppError } from "#lib/schemas/basics/error";
import type { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { accountEntry, tokenEntries } from "./log-account.ts";

export interface Welcome {
  user: UserItem;
  spaceId: SpaceId;
  baseId: BaseId;
  /** The only clear copy. */
  token: string;
}

interface Newcomer {
  name: string;
  email: string;
  /** Replaces the user's password, if there is one. */
  password?: string;
  scopes: readonly string[];
  /** ISO 8601 UTC. */
  expiredTime: string;
}

/** Makes what does not exist yet. Called again for the same e-mail address, it only makes a new token. */
export async function createFirstUser(newcomer: Newcomer, now: string): Promise<Welcome> {
  const { name, email, password, scopes, expiredTime } = newcomer;
  const found = (await users.findByEmail(email)) ?? (await makeUser({ name, email }, now));
  const user = await makeAdmin(
    found,
    password === undefined ? {} : { passwordHash: await hashPassword(password) },
    now,
  );
  const [first] = await bases.reachable(user.id);
  const { spaceId, id: baseId } = first?.base ?? (await firstBase(user, now));
  const grant = { userId: user.id, name: "First token", scopes: [...scopes], reach: null, expiredTime };
  const { token } = await tokens.create(grant, now, tokenEntries("token.created"));
  return { user, spaceId, baseId, token };
}

/** A new user, or the one that another call has made meanwhile. */
async function makeUser(made: { name: string; email: string }, now: string): Promise<UserItem> {
  try {
    return await users.create(made, now);
  } catch (error) {
    const found = await users.findByEmail(made.email);
    if (!found) throw error;
    return found;
  }
}

/** Makes the user an administrator. A new password ends the user's sessions. Throws 409 if the user signed up and never verified. */
const makeAdmin = ({ id }: UserItem, password: { passwordHash?: string }, now: string): Promise<UserItem> =>
  retryOnConflict(async () => {
    const user = await users.find(id);
    if (!user) throw new Error(`user ${id} has vanished`);
    const { isAdmin, verifiedTime } = user;
    if (!verifiedTime && user.passwordHash)
      throw new AppError(
        "conflict",
        `${user.email} signed up and was never verified: the user must open the mailed link first`,
      );
    if (isAdmin && verifiedTime && !password.passwordHash) return user;
    const changes = {
      isAdmin: true,
      verifiedTime: verifiedTime ?? now,
      ...(password.passwordHash && { ...password, epoch: user.epoch + 1 }),
    };
    await commit([
      change(user, changes),
      ...(verifiedTime ? [] : await joinWaitingChanges(user.email, user, now)),
      accountEntry(user, "administrator.made", {
        after: { isNewPassword: password.passwordHash !== undefined },
      }),
    ]);
    return { ...user, ...changes };
  });

async function firstBase({ id, name }: UserItem, now: string): Promise<bases.BaseItem> {
  const spaceId = await createSpace(`${name}'s space`, { id, name }, now);
  return bases.create({ spaceId, name: "First base" }, id, now);
}
