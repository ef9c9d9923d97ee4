/* The identity at an outside provider that a user has: given and taken. */
import * as identities from "#lib/accounts/identities";
import type { ProviderIdentity, UserItem } from "#lib/data/identity/users";
import * as users from "#lib/data/identity/users";
import { joinWaitingChanges } from "#lib/data/spaces/invitations";
import { AppError } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import { type Change, commit, retryOnConflict } from "#lib/store/commit";
import { accountEntry } from "./log-account.ts";

/**
 * The changes that link an identity to a user who has proved to be its person; none if it is linked. If the provider has verified the address of
 * the user, that is verified here too. Throws 409 if it is the identity of another user.
 */
export async function linkIdentityChanges(
  user: UserItem,
  identity: ProviderIdentity,
  now: string,
): Promise<Change[]> {
  const owner = await identities.findOwner(identity);
  if (owner === user.id) return [];
  if (owner !== undefined) throw isOfAnother();
  const verifies = !user.verifiedTime && identity.email?.toLowerCase() === user.email.toLowerCase();
  return [
    ...identities.giveChanges(user, identity, verifies ? { verifiedTime: now } : {}, now),
    accountEntry(user, "provider.linked", { after: { issuer: identity.issuer } }),
    ...(verifies
      ? [accountEntry(user, "email.verified"), ...(await joinWaitingChanges(user.email, user, now))]
      : []),
  ];
}

/** The 409 for an identity that is linked to another user. */
export const isOfAnother = () =>
  new AppError(
    "conflict",
    "This account of the provider is linked to another account here: sign in with it, and unlink it there first",
  );

/** Takes the identity of a user away. Throws 422 if the user has no password: they could not sign in any longer. */
export const unlinkIdentity = (userId: UserId): Promise<void> =>
  retryOnConflict(async () => {
    const user = await users.find(userId);
    if (!user) throw new Error(`user ${userId} has vanished`);
    if (user.identity && !user.passwordHash)
      throw new AppError(
        "unprocessable_entity",
        "Choose a password first: without one you could not sign in",
      );
    if (!user.identity) return;
    const before = { issuer: user.identity.issuer };
    await commit([...identities.takeChanges(user), accountEntry(user, "provider.unlinked", { before })]);
  });
