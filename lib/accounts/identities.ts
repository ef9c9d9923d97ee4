/*
 * Who a user is at an outside provider: an issuer and a subject there. An e-mail address is never a part of it, because a provider may give
 * an address to another person later. A user has at most one identity, which the user item names too.
 *
 *  entity    pk                 sk        cost
 *  identity  IDENTITY#<sha256>  IDENTITY  get 1 RCU at each sign-in by the provider; written with its user, 2 WCU
 */
import { hash } from "#lib/data/identity/token-text";
import type { ProviderIdentity, UserItem } from "#lib/data/identity/users";
import type { UserId } from "#lib/schemas/basics/ids";
import { type Change, change, insert, removeKey } from "#lib/store/commit";
import { getItem, type Item } from "#lib/store/store";

type IdentityItem = Item & { userId: UserId; issuer: string; subject: string; createdTime: string };

const identityKey = (hashed: string) => ({ pk: `IDENTITY#${hashed}`, sk: "IDENTITY" });
/** JSON keeps the two apart: a subject may contain anything. */
const hashOf = ({ issuer, subject }: ProviderIdentity) => hash(JSON.stringify([issuer, subject]));

/** Whose identity it is, or `undefined`. */
export const findOwner = async (identity: ProviderIdentity): Promise<UserId | undefined> =>
  (await getItem<IdentityItem>(identityKey(hashOf(identity))))?.userId;

/** What the user item says of an identity. */
export function describeIdentity(identity: ProviderIdentity, now: string): NonNullable<UserItem["identity"]> {
  const { issuer, email } = identity;
  return { hashed: hashOf(identity), issuer, ...(email !== undefined && { email }), linkedTime: now };
}

/** The change that makes it the identity of a user. Its commit throws `Refused` if it is that of a user already. */
export const ownChange = (identity: ProviderIdentity, userId: UserId, now: string): Change =>
  insert({
    ...identityKey(hashOf(identity)),
    entity: "identity",
    userId,
    issuer: identity.issuer,
    subject: identity.subject,
    createdTime: now,
  });

/** The changes that give it to a user, in place of the one before; `attributes` are changes of the user too. */
export const giveChanges = (
  user: UserItem,
  identity: ProviderIdentity,
  attributes: Partial<Pick<UserItem, "verifiedTime">>,
  now: string,
): Change[] => [
  change(user, { ...attributes, identity: describeIdentity(identity, now) }),
  ...(user.identity ? [removeKey(identityKey(user.identity.hashed))] : []),
  ownChange(identity, user.id, now),
];

/** The changes that take it from a user; none if there is none. */
export const takeChanges = (user: UserItem): Change[] =>
  user.identity ? [change(user, { identity: undefined }), removeKey(identityKey(user.identity.hashed))] : [];
