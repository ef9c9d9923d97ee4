/*
 * Inviting people by e-mail, all of them in one commit: whose address is verified joins at once, for the others it waits.
 * The place is looked at in that commit too, so nobody comes into one that is being deleted.
 *
 *   one of    member, entry            he joins, or keeps the higher role he has
 *             address, copy, user      it waits, and he is not verified meanwhile (invitations.ts)
 *   and       mail
 */

import * as mails from "#lib/data/identity/mails";
import { type RateLimit, takeCall } from "#lib/data/identity/rate-limit";
import { hash } from "#lib/data/identity/token-text";
import { emailKey, type UserItem, userKey } from "#lib/data/identity/users";
import { type Issue, invalid, notFound, tooMany } from "#lib/schemas/basics/error";
import { type InvitationId, newInvitationId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Role } from "#lib/schemas/basics/role";
import type { Invited, NewInvitations } from "#lib/schemas/identity/invitation";
import { type Change, change, check, checkAbsent, commit, insert, retryOnConflict } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { keepAnswer, type RequestInfo } from "#lib/store/idempotency-records";
import { countItems, getItems, type Item, type Key, keysStartingWith, keyText } from "#lib/store/store";
import type { BaseItem } from "./bases.ts";
import { type Acting, refuseHigher } from "./change-members.ts";
import {
  type AddressItem,
  addressKey,
  atLeast,
  type InvitationItem,
  invitationKey,
  waitingAt,
} from "./invitations.ts";
import { isHigher, type MemberItem, memberKey, type SpaceOrBase } from "./members.ts";
import { exists, idOf, kindOf, placeKey } from "./space-or-base.ts";
import type { SpaceItem } from "./spaces.ts";

/** Calls: each may send mails to people who did not ask for them. */
const perPerson: RateLimit = { rate: 1 / 60, burst: 50 };
/** Mails to one address from one person: more are left out without a word, as he may invite all the same. */
const perAddress: RateLimit = { rate: 1 / 3600, burst: 3 };
const secondsKept = 14 * 24 * 3600;

/** Answers the same whether somebody joins or is awaited. */
export async function invite(
  acting: Acting,
  { emails, role }: NewInvitations,
  caller: RequestInfo,
): Promise<Invited> {
  const { now } = caller;
  refuseHigher(role, acting, "make somebody");
  // goes out together with the first reads
  const waiting = takeCall(hash(`invite ${acting.userId}`), perPerson, Date.now());
  waiting.catch(() => {});
  // of one that is written in two ways the first counts
  const addresses = new Map(emails.toReversed().map((email) => [email.toLowerCase(), email]));
  const hearing = whoHears(acting.userId, [...addresses.keys()]);
  hearing.catch(() => {});
  return retryOnConflict(async () => {
    const seen = await look(acting, [...addresses.keys()]);
    const seconds = await waiting;
    if (seconds > 0) throw tooMany("requests", seconds);
    refuseTooMany(emails, addresses.size, seen, acting.place, now);
    const inviting = { ...seen, ...acting, role, now, hears: await hearing };
    const invited = new Map(
      [...addresses].map(([address, email]) => [address, inviteOne(email, address, inviting)]),
    );
    const answer = Object.fromEntries(
      emails.map((email) => {
        const { id } = invited.get(email.toLowerCase()) as Invitee;
        return [email, { invitationId: id }];
      }),
    );
    const changes = [...invited.values()].flatMap(({ changes }) => changes);
    await commit([check(seen.target), ...changes, ...keepAnswer(caller, answer)]);
    return answer;
  });
}

/** The addresses that a mail may go to. */
async function whoHears(userId: UserId, addresses: string[]): Promise<Set<string>> {
  const takes = addresses.map((address) =>
    takeCall(hash(`invite ${userId} ${address}`), perAddress, Date.now()),
  );
  const seconds = await Promise.all(takes);
  return new Set(addresses.filter((_, i) => seconds[i] === 0));
}

interface Seen {
  target: SpaceItem | BaseItem;
  inviter: UserItem;
  /** Members, and who is awaited. */
  people: number;
  find: <Found extends Item>(key: Key) => Found | undefined;
}

/** What the store says of the place, of whoever invites, and of the addresses: two round trips. */
async function look({ place, userId }: Acting, addresses: string[]): Promise<Seen> {
  const early = [placeKey(place), userKey(userId)];
  const [first, members, awaited] = await Promise.all([
    getItems([...early, ...addresses.flatMap((address) => [emailKey(address), addressKey(address)])]),
    countItems({ pk: place, ...keysStartingWith("MEMBER#") }),
    countItems({ pk: place, ...keysStartingWith("INVITE#") }),
  ]);
  const items = new Map(first.map((item) => [keyText(item), item]));
  const find = <Found extends Item>(key: Key) => items.get(keyText(key)) as Found | undefined;
  const target = find(placeKey(place));
  const inviter = find<UserItem>(userKey(userId));
  if (!exists(target) || !inviter) throw notFound(kindOf(place), idOf(place));
  const later = addresses.flatMap((address) => {
    const holder = find<Guard>(emailKey(address))?.userId;
    const waiting = find<AddressItem>(addressKey(address))?.places[place];
    return [
      ...(holder ? [userKey(holder), memberKey(place, holder)] : []),
      ...(waiting ? [invitationKey(place, waiting.id)] : []),
    ];
  });
  for (const item of later.length > 0 ? await getItems(later) : []) items.set(keyText(item), item);
  return { target, inviter, people: members + awaited, find };
}

type Guard = Item & { userId: UserId };

function refuseTooMany(emails: string[], more: number, seen: Seen, place: SpaceOrBase, now: string): void {
  const { membersPerPlace, invitationsPerAddress } = limits;
  const issues: Issue[] = emails.flatMap((email, i) => {
    const others = waitingAt(seen.find(addressKey(email)), now).filter(([other]) => other !== place);
    const message = `${others.length} invitations wait for this address, the limit is ${invitationsPerAddress}`;
    return others.length >= invitationsPerAddress ? [{ path: `emails[${i}]`, message }] : [];
  });
  const people = seen.people + more;
  if (people > membersPerPlace)
    issues.push({
      path: "emails",
      message: `members and invited would be ${people}, the limit is ${membersPerPlace}`,
    });
  if (issues.length > 0) throw invalid(issues);
}

type Inviting = Seen & Acting & { role: Role; now: string; hears: Set<string> };
interface Invitee {
  id: InvitationId;
  changes: Change[];
}

function inviteOne(email: string, address: string, inviting: Inviting): Invitee {
  const { find, inviter, target, place, role, now, hears } = inviting;
  const by = { now, invitedBy: inviting.userId };
  const holder = find<Guard>(emailKey(address))?.userId;
  const user = holder ? find<UserItem>(userKey(holder)) : undefined;
  const names = { from: inviter.name, place: target.name };
  const mailing = (mail: mails.Mail) => (hears.has(address) ? [mails.sendChange(mail, now)] : []);
  if (!user?.verifiedTime) {
    const { id, changes } = wait(email, address, inviting);
    const unverified = user ? check(user) : checkAbsent(emailKey(address));
    const mail = mailing({ kind: "invitation", to: email, ...names });
    return { id, changes: [...changes, unverified, ...mail] };
  }
  const member = find<MemberItem>(memberKey(place, user.id));
  const joined = member ? [] : mailing({ kind: "joined", to: user.email, ...names });
  return { id: newInvitationId(), changes: [...atLeast(role, place, user.id, member, by), ...joined] };
}

/** An invitation that waits, in the place of one that did: with its id, and with its role where that is beyond whoever invites now. */
function wait(email: string, address: string, { find, place, role, standing, userId, now }: Inviting) {
  const before = find<AddressItem>(addressKey(address));
  const places = Object.fromEntries(waitingAt(before, now));
  const old = places[place];
  const id = old?.id ?? newInvitationId();
  const kept = old && isHigher(old.role, standing.role) ? old : undefined;
  const given = { role: kept?.role ?? role, invitedBy: kept?.invitedBy ?? userId };
  const expiresAt = expiryIn(secondsKept, now);
  const waiting = { places: { ...places, [place]: { id, ...given, expiresAt } }, expiresAt };
  const invitation = { id, email, ...given, createdTime: now, expiresAt };
  const key = invitationKey(place, id);
  const copy = find<InvitationItem>(key);
  const changes = [
    before ? change(before, waiting) : insert({ ...addressKey(address), entity: "invitations", ...waiting }),
    copy ? change(copy, invitation) : insert({ ...key, entity: "invitation", ...invitation }),
  ];
  return { id, changes };
}
