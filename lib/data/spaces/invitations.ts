/*
 * Pending invitations, which wait until an e-mail address is verified. One item holds all invitations of an address: its version
 * decides between a concurrent invitation and verification. Each space or base also has one item per invitation.
 *
 *  entity       pk                           sk            cost
 *  invitations  INVITE#<lower>               INVITE        of an address: get 1 RCU; id, role and expiry for each space or base
 *  invitation   SPACE#<space> | BASE#<base>  INVITE#<inv>  written with it 2 × 2 WCU; the list of pending invitations there
 *
 *   invite   user unverified, unchanged ─┐                       ┌─ verify   invitations of the address unchanged, or none
 *            invitations of the address ─┴─ one of the two loses ┴─          and retries
 */
import { actorFor } from "#lib/data/identity/actor";
import type { InvitationId, UserId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import { type Change, check, checkAbsent, remove } from "#lib/store/commit";
import { isUnexpired } from "#lib/store/expiry";
import { getItem, getItems, type Item, isEntity, type Key, makeFinder } from "#lib/store/store";
import type { Details } from "./access-log/log-entries.ts";
import { type PlaceLog, placeLog } from "./access-log/open-log.ts";
import type { BaseItem } from "./bases.ts";
import {
  isHigher,
  joinChanges,
  type MemberItem,
  memberKey,
  roleChanges,
  type SpaceOrBase,
} from "./members.ts";
import { hasMoved } from "./moves.ts";
import { refuseJoining } from "./refuse-moved.ts";
import { exists, placeKey } from "./space-or-base.ts";

interface Waiting {
  id: InvitationId;
  role: Role;
  invitedBy: UserId;
  /** In seconds; DynamoDB may delete it later. */
  expiresAt: number;
}
export type InvitationItem = Item & {
  id: InvitationId;
  email: string;
  role: Role;
  invitedBy: UserId;
  createdTime: string;
  expiresAt: number;
};
export type AddressItem = Item & { places: Partial<Record<SpaceOrBase, Waiting>>; expiresAt: number };

export const addressKey = (email: string): Key => ({ pk: `INVITE#${email.toLowerCase()}`, sk: "INVITE" });
export const invitationKey = (place: SpaceOrBase, id: string): Key => ({ pk: place, sk: `INVITE#${id}` });

/** The pending invitations of an address that have not expired. */
export const waitingAt = (address: AddressItem | undefined, now: string): [SpaceOrBase, Waiting][] =>
  (Object.entries(address?.places ?? {}) as [SpaceOrBase, Waiting][]).filter(([, waiting]) =>
    isUnexpired(waiting, now),
  );

/**
 * Accepts all pending invitations of an address, as part of the commit that verifies it. `Refused` there means retry: the user was
 * invited again meanwhile. At most 4 × `limits.invitationsPerAddress` + 1 changes.
 *
 * A role is cut to what the inviter still has. So members cannot return after their removal by an invitation that they sent to themselves before.
 */
export async function joinWaitingChanges(
  email: string,
  { id: userId, name }: { id: UserId; name: string },
  now: string,
): Promise<Change[]> {
  const address = await getItem<AddressItem>(addressKey(email));
  if (!address) return [checkAbsent(addressKey(email))];
  const waiting = waitingAt(address, now);
  const found = await getItems(
    waiting.flatMap(([place, { id, invitedBy }]) => [
      ...[placeKey(place), invitationKey(place, id)],
      ...[memberKey(place, userId), memberKey(place, invitedBy)],
    ]),
  );
  const bases = found.filter(isEntity<BaseItem>("base"));
  const inSpaces = await getItems(
    waiting.flatMap(([place, { invitedBy }]) => {
      const base = bases.find(({ pk }) => pk === place);
      return base ? [memberKey(`SPACE#${base.spaceId}`, invitedBy)] : [];
    }),
  );
  const find = makeFinder([...found, ...inSpaces]);
  const [names, by] = [new Map([[userId, name]]), actorFor({ id: userId, name })];
  const accepting = waiting.flatMap(([place, { id, role, invitedBy }]) => {
    const target = find(placeKey(place));
    const copy = find(invitationKey(place, id));
    const taken = copy ? [remove(copy)] : [];
    if (!exists(target) || hasMoved(target)) return taken;
    refuseJoining(target);
    const places: SpaceOrBase[] = "spaceId" in target ? [place, `SPACE#${target.spaceId}`] : [place];
    const inviter = places.map((at) => find<MemberItem>(memberKey(at, invitedBy)));
    const given = atMost(role, inviter);
    if (!given) return taken;
    const member = find<MemberItem>(memberKey(place, userId));
    const log = placeLog(target, names, by);
    const joining = { action: "member.joined", log, how: { invitationId: id, invitedBy } } as const;
    return [...taken, check(target), ...atLeast(given, place, userId, member, { now, invitedBy, joining })];
  });
  return [remove(address), ...accepting];
}

/** A role, cut to the highest that the inviter has; `undefined` if the inviter has none left. */
export function atMost(role: Role, inviter: (MemberItem | undefined)[]): Role | undefined {
  const inviterRoles = inviter.flatMap((member) => (member ? [member.role] : []));
  const [highest] = inviterRoles.toSorted((a, b) => (isHigher(a, b) ? -1 : 1));
  return highest && isHigher(role, highest) ? highest : highest && role;
}

/** What the log tells of a person who becomes a member. */
interface Joining {
  action: "member.added" | "member.joined";
  log: PlaceLog;
  /** By which invitation. */
  how?: Details;
}

/** The changes that make a user a member with at least this role, with their entry in the log; a higher role is kept. */
export function atLeast(
  role: Role,
  place: SpaceOrBase,
  userId: UserId,
  member: MemberItem | undefined,
  { now, invitedBy, joining: { action, log, how } }: { now: string; invitedBy: UserId; joining: Joining },
): Change[] {
  const told = { subject: log.person(userId), after: { role, ...how } };
  if (!member) return [...joinChanges(place, userId, role, now, invitedBy), log.entry(action, told)];
  if (!isHigher(role, member.role)) return [];
  const before = { role: member.role };
  return [...roleChanges(member, role), log.entry("member.roleChanged", { ...told, before })];
}
