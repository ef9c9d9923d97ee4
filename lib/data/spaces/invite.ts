/*
 * Inviting people by e-mail, all in one commit. Users with a verified address join at once; for others the invitation is pending.
 * The commit also checks the space or base, so no one joins one that is being deleted.
 *
 *   one of    member, entry            the user joins, or keeps a higher role
 *             address, copy, user      pending; fails if the user is verified meanwhile (invitations.ts)
 *   and       mail
 */

import type { Counted } from "#lib/data/identity/count-near-limit";
import * as mails from "#lib/data/identity/mails";
import { describeLimit, type RateLimit, takeCall } from "#lib/data/identity/rate-limit";
import { hash } from "#lib/data/identity/token-text";
import { emailKey, type UserItem, userKey } from "#lib/data/identity/users";
import { type Issue, invalid, notFound, tooMany } from "#lib/schemas/basics/error";
import { type InvitationId, newInvitationId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Role } from "#lib/schemas/basics/role";
import { secondsPerDay, secondsPerHour } from "#lib/schemas/basics/time-units";
import type { Invited, NewInvitations } from "#lib/schemas/identity/invitation";
import { type Change, change, check, checkAbsent, commit, insert, retryOnConflict } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { keepAnswer, type RequestInfo } from "#lib/store/idempotency-records";
import { type Finder, getItems, type Item, isEntity, makeFinder } from "#lib/store/store";
import { type PlaceLog, placeLog } from "./access-log/open-log.ts";
import { countPeople } from "./add-members.ts";
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

/** Limit of calls per user: each may send unrequested mails. */
const perPerson: RateLimit = { rate: 1 / 60, burst: 50 };
/** The limit of mails from one user to one address. Above it no mail is sent, but the invitation is made. */
const perAddress: RateLimit = { rate: 1 / secondsPerHour, burst: 3 };
const secondsKept = 14 * secondsPerDay;

/**
 * The answer is the same whether a user joins or the invitation is pending. Throws 403 for a role above the caller's, 400 over a
 * limit, 404 if the space or base is gone, 429.
 */
export async function invite(
  acting: Acting,
  { emails, role }: NewInvitations,
  caller: RequestInfo,
): Promise<Invited> {
  const { now } = caller;
  refuseHigher(role, acting, "give the role");
  // runs together with the first reads
  const waitSeconds = takeCall(hash(`invite ${acting.userId}`), perPerson, Date.now(), "invitations");
  waitSeconds.catch(() => {});
  // of two spellings of one address, the first counts
  const addresses = new Map(emails.toReversed().map((email) => [email.toLowerCase(), email]));
  const mailable = addressesToMail(acting.userId, [...addresses.keys()]);
  mailable.catch(() => {});
  return retryOnConflict(async () => {
    const context = await readContext(acting, [...addresses.keys()]);
    const seconds = await waitSeconds;
    if (seconds > 0) throw tooMany("invitations", seconds, describeLimit(perPerson));
    refuseMembers(emails, role, context, acting.place);
    refuseTooMany(emails, addresses.size, context, acting.place, now);
    const inviting = { ...context, ...acting, role, now, mailed: await mailable, log: logOf(context) };
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
    await commit([
      check(context.target),
      ...changes,
      ...context.people.changes,
      ...keepAnswer(caller, answer),
    ]);
    return answer;
  });
}

/** The addresses below the limit of mails. */
async function addressesToMail(userId: UserId, addresses: string[]): Promise<Set<string>> {
  const takes = addresses.map((address) =>
    takeCall(hash(`invite ${userId} ${address}`), perAddress, Date.now()),
  );
  const seconds = await Promise.all(takes);
  return new Set(addresses.filter((_, i) => seconds[i] === 0));
}

interface InvitationContext {
  target: SpaceItem | BaseItem;
  inviter: UserItem;
  /** How many members and pending invitations the space or base has. */
  people: Counted;
  /** The inviter, and the users who have one of the addresses. */
  users: UserItem[];
  find: Finder;
}

/** Reads the space or base, the inviter and all addresses in two round trips. Throws 404 if the space or base is gone. */
async function readContext({ place, userId }: Acting, addresses: string[]): Promise<InvitationContext> {
  const early = [placeKey(place), userKey(userId)];
  const [first, people] = await Promise.all([
    getItems([...early, ...addresses.flatMap((address) => [emailKey(address), addressKey(address)])]),
    countPeople(place, addresses.length, ["MEMBER#", "INVITE#"]),
  ]);
  const find = makeFinder(first);
  const target = find(placeKey(place));
  const inviter = find<UserItem>(userKey(userId));
  if (!exists(target) || !inviter) throw notFound(kindOf(place), idOf(place));
  const later = addresses.flatMap((address) => {
    const holder = find<Guard>(emailKey(address))?.userId;
    const pending = find<AddressItem>(addressKey(address))?.places[place];
    return [
      ...(holder ? [userKey(holder), memberKey(place, holder)] : []),
      ...(holder && isBase(target) ? [memberKey(`SPACE#${target.spaceId}`, holder)] : []),
      ...(pending ? [invitationKey(place, pending.id)] : []),
    ];
  });
  const all = later.length > 0 ? [...first, ...(await getItems(later))] : first;
  return { target, inviter, people, users: all.filter(isEntity<UserItem>("user")), find: makeFinder(all) };
}

type Guard = Item & { userId: UserId };

/** The log, with the names of the inviter and of all who have an account. */
const logOf = ({ target, users }: InvitationContext) =>
  placeLog(target, new Map(users.map(({ id, name }) => [id, name])));

/** The user with this verified address. */
function holderOf(email: string, find: Finder): UserItem | undefined {
  const id = find<Guard>(emailKey(email.toLowerCase()))?.userId;
  const user = id ? find<UserItem>(userKey(id)) : undefined;
  return user?.verifiedTime ? user : undefined;
}

/** Throws 400 for people who have access already. Members of the space may be invited to a base only with a higher role. */
function refuseMembers(
  emails: string[],
  role: Role,
  { find, target }: InvitationContext,
  place: SpaceOrBase,
): void {
  const issues = emails.flatMap((email, i): Issue[] => {
    const user = holderOf(email, find);
    if (!user) return [];
    const here = find<MemberItem>(memberKey(place, user.id));
    const above = isBase(target)
      ? find<MemberItem>(memberKey(`SPACE#${target.spaceId}`, user.id))
      : undefined;
    const path = `emails[${i}]`;
    if (here)
      return [{ path, message: `is a member of this ${kindOf(place)} already; change the role instead` }];
    if (above && !isHigher(role, above.role))
      return [{ path, message: `has access already, as ${above.role} of the space of this base` }];
    return [];
  });
  if (issues.length > 0) throw invalid(issues);
}

const isBase = (target: SpaceItem | BaseItem): target is BaseItem => "spaceId" in target;

function refuseTooMany(
  emails: string[],
  more: number,
  context: InvitationContext,
  place: SpaceOrBase,
  now: string,
): void {
  const { membersPerPlace, invitationsPerAddress } = limits;
  const issues: Issue[] = emails.flatMap((email, i) => {
    const others = waitingAt(context.find(addressKey(email)), now).filter(([other]) => other !== place);
    const message = `this address has ${others.length} pending invitations, the limit is ${invitationsPerAddress}`;
    return others.length >= invitationsPerAddress ? [{ path: `emails[${i}]`, message }] : [];
  });
  const people = context.people.count + more;
  if (people > membersPerPlace)
    issues.push({
      path: "emails",
      message: `members and pending invitations would be ${people}, the limit is ${membersPerPlace}`,
    });
  if (issues.length > 0) throw invalid(issues);
}

type Inviting = InvitationContext & Acting & { role: Role; now: string; mailed: Set<string>; log: PlaceLog };
interface Invitee {
  id: InvitationId;
  changes: Change[];
}

function inviteOne(email: string, address: string, inviting: Inviting): Invitee {
  const { find, inviter, target, place, role, now, mailed, log } = inviting;
  const by = { now, invitedBy: inviting.userId, joining: { action: "member.added", log } } as const;
  const holder = find<Guard>(emailKey(address))?.userId;
  const user = holder ? find<UserItem>(userKey(holder)) : undefined;
  const names = { from: inviter.name, place: target.name };
  const mailing = (mail: mails.Mail) => (mailed.has(address) ? [mails.sendChange(mail, now)] : []);
  if (!user?.verifiedTime) {
    const { id, changes } = addPending(email, address, inviting);
    const unverified = user ? check(user) : checkAbsent(emailKey(address));
    const mail = mailing({ kind: "invitation", to: email, ...names });
    return { id, changes: [...changes, unverified, ...mail] };
  }
  const member = find<MemberItem>(memberKey(place, user.id));
  const joined = member ? [] : mailing({ kind: "joined", to: user.email, ...names });
  return { id: newInvitationId(), changes: [...atLeast(role, place, user.id, member, by), ...joined] };
}

/** A pending invitation. It replaces an earlier one and keeps its id; it also keeps a role that is higher than the inviter's. */
function addPending(email: string, address: string, inviting: Inviting) {
  const { find, place, role, standing, userId, now, log } = inviting;
  const before = find<AddressItem>(addressKey(address));
  const places = Object.fromEntries(waitingAt(before, now));
  const old = places[place];
  const id = old?.id ?? newInvitationId();
  const kept = old && isHigher(old.role, standing.role) ? old : undefined;
  const given = { role: kept?.role ?? role, invitedBy: kept?.invitedBy ?? userId };
  const expiresAt = expiryIn(secondsKept, now);
  const pending = { places: { ...places, [place]: { id, ...given, expiresAt } }, expiresAt };
  const invitation = { id, email, ...given, createdTime: now, expiresAt };
  const key = invitationKey(place, id);
  const copy = find<InvitationItem>(key);
  const told = { subject: { type: "invitation", id, name: email }, after: { role: given.role } } as const;
  const changes = [
    log.entry(copy ? "invitation.changed" : "invitation.created", {
      ...told,
      ...(copy && { before: { role: copy.role } }),
    }),
    before ? change(before, pending) : insert({ ...addressKey(address), entity: "invitations", ...pending }),
    copy ? change(copy, invitation) : insert({ ...key, entity: "invitation", ...invitation }),
  ];
  return { id, changes };
}
