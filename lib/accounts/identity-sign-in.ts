/*
 * Signing in, and up, as the person that an outside provider has proved: an issuer and a subject.
 *
 *   the identity of a user                          ─▶ that user is signed in (with a second factor, its code is asked for)
 *   begun on the account page                       ─▶ that account is to be linked ─┐
 *   a verified address that an account has          ─▶ that account is to be linked ─┴─▶ only with its password, and the code of its second
 *   a verified address, and the person may sign up  ─▶ a new account                     factor: an address alone opens no account
 */

import * as identities from "#lib/accounts/identities";
import * as links from "#lib/data/identity/links";
import { limitNetwork } from "#lib/data/identity/network";
import { isPassword } from "#lib/data/identity/passwords";
import type { ProviderIdentity, UserItem } from "#lib/data/identity/users";
import * as users from "#lib/data/identity/users";
import { isInvitation } from "#lib/data/spaces/accept-link";
import { newSpaceChanges } from "#lib/data/spaces/create-space";
import { type AddressItem, addressKey, joinWaitingChanges, waitingAt } from "#lib/data/spaces/invitations";
import type { UserId } from "#lib/schemas/basics/ids";
import { commit, remove, retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { isOfAnother, linkIdentityChanges } from "./link-identity.ts";
import { accountEntry } from "./log-account.ts";
import {
  countGuess,
  enter,
  getLinkedUser,
  type SignedIn,
  startSession,
  type Waiting,
  wrongCredentials,
} from "./sign-in.ts";
import { signUpMode } from "./sign-up.ts";
import type { SentFrom } from "./visitor.ts";

/** What a provider said of a person. */
export interface Arrival {
  identity: ProviderIdentity;
  /** For a new account. */
  name: string | undefined;
  /** The path to open afterwards: the page of an invitation link is an invitation too. */
  next: string | undefined;
  /** The user who asked to be linked. */
  linkTo: UserId | undefined;
  /** Domains of addresses that may sign up without an invitation. */
  domains: readonly string[];
  visitor: SentFrom;
}

/** The account must be proved before it is linked: `link` stands for the identity, for ten minutes; `as` tells people whose it is. */
export interface ToProve {
  prove: { link: string; user: UserItem; as: string };
}

/** Why a person is not signed in: no verified address, or no invitation. */
export interface NotAllowed {
  refused: "address" | "invitation";
}

type Result = SignedIn | Waiting | ToProve | NotAllowed | { linked: UserItem };

/** Throws 409 if the identity was to be linked and is that of another user, 429 for too many new accounts of one network. */
export const signInByIdentity = (arrival: Arrival, now: string): Promise<Result> =>
  // read again by each attempt: of two first sign-ins at once, the second finds the account that the first made
  retryOnConflict(async () => {
    const { identity, linkTo, visitor } = arrival;
    const owner = await identities.findOwner(identity);
    const user = owner && (await users.find(owner));
    if (linkTo !== undefined)
      return linkTo === owner && user ? { linked: user } : askToLink(arrival, linkTo, owner, now);
    if (user) {
      const entered = enter(user, visitor, now);
      await commit(entered.changes);
      return entered.result;
    }
    const { email } = identity;
    if (email === undefined) return { refused: "address" };
    const holder = await users.findByEmail(email);
    if (holder) return askForProof(holder, arrival, now);
    return (await maySignUp(arrival, email, now)) ? signUpAs(arrival, email, now) : { refused: "invitation" };
  });

async function askToLink(
  arrival: Arrival,
  linkTo: UserId,
  owner: UserId | undefined,
  now: string,
): Promise<ToProve> {
  if (owner !== undefined) throw isOfAnother();
  const user = await users.find(linkTo);
  if (!user) throw new Error(`user ${linkTo} has vanished`);
  return askForProof(user, arrival, now);
}

async function askForProof(user: UserItem, { identity, name }: Arrival, now: string): Promise<ToProve> {
  const { id: userId, email, epoch } = user;
  const { secret, change } = links.createChange("identity", { email, userId, epoch, identity }, now);
  await commit([change]);
  return { prove: { link: secret, user, as: identity.email ?? name ?? identity.subject } };
}

async function maySignUp({ next, domains }: Arrival, email: string, now: string): Promise<boolean> {
  if (signUpMode() === "open") return true;
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (domains.includes(domain)) return true;
  if (waitingAt(await getItem<AddressItem>(addressKey(email)), now).length > 0) return true;
  return isInvitation(next);
}

/** A new account without a password. Its address is verified, so it has what this address was invited to. */
async function signUpAs({ identity, name, visitor }: Arrival, email: string, now: string): Promise<SignedIn> {
  await limitNetwork("sign-up", visitor.sourceIp);
  const { user, changes } = users.createChanges(
    {
      name: name ?? email.slice(0, email.lastIndexOf("@")),
      email,
      verifiedTime: now,
      identity: identities.describeIdentity(identity, now),
    },
    now,
  );
  const space = newSpaceChanges(`${user.name}'s space`, user, now);
  const session = startSession(user, visitor, now);
  const made = { after: { isVerified: true, issuer: identity.issuer } };
  await commit([
    ...[...changes, identities.ownChange(identity, user.id, now), ...space.changes],
    ...[accountEntry(user, "account.created", made), ...session.changes],
    ...(await joinWaitingChanges(email, user, now)),
  ]);
  return { user, cookie: session.cookie };
}

/**
 * Links the identity that a link stands for, once the password of the account is right, and signs in; with a second factor, its code is
 * asked for before either. Throws 400 if the password or the link is wrong, 409 if the identity is that of another user, 429 after too many
 * guesses.
 */
export async function proveAccount(
  { link: secret, password, visitor }: { link: string; password: string; visitor: SentFrom },
  now: string,
): Promise<SignedIn | Waiting> {
  const start = await getLinkedUser(secret, "identity", now);
  const guess = await countGuess(start.user.email, visitor.sourceIp, now);
  if (!(await isPassword(password, start.user.passwordHash))) throw wrongCredentials("The password is wrong");
  const result = await retryOnConflict(async () => {
    const { link, user } = await getLinkedUser(secret, "identity", now);
    const { identity } = link;
    if (!identity) throw new Error("a link to an identity names none");
    const entered = enter(user, visitor, now, identity);
    const linking = "cookie" in entered.result ? await linkIdentityChanges(user, identity, now) : [];
    await commit([remove(link), ...entered.changes, ...linking]);
    return entered.result;
  });
  await guess.wasRight();
  return result;
}
