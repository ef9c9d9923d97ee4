/* Accepting an invitation link. Wrong and void links get the same answer, so that ids cannot be probed. */
import { timingSafeEqual } from "node:crypto";
import { describeLimit, type RateLimit, takeCall } from "#lib/data/identity/rate-limit";
import { hash } from "#lib/data/identity/token-text";
import { AppError, tooMany } from "#lib/schemas/basics/error";
import { type BaseId, InvitationId, type SpaceId, type UserId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import type { Acceptance, Accepted } from "#lib/schemas/identity/invitation";
import { check, commit, retryOnConflict } from "#lib/store/commit";
import { keepAnswer, type RequestInfo } from "#lib/store/idempotency-records";
import { getEach, getItem, getItems, makeFinder } from "#lib/store/store";
import { placeLog, readNames } from "./access-log/open-log.ts";
import { countPeople, refuseTooMany } from "./add-members.ts";
import type { BaseItem } from "./bases.ts";
import { type InviteLink, inviteLinkKey, linkCopyKey } from "./invitation-links.ts";
import { atLeast, atMost } from "./invitations.ts";
import { type MemberItem, memberKey, type SpaceOrBase } from "./members.ts";
import { refuseJoining } from "./refuse-moved.ts";
import { exists, idOf, kindOf, placeKey } from "./space-or-base.ts";
import type { SpaceItem } from "./spaces.ts";

/** Limit of attempts per user. */
const perPerson: RateLimit = { rate: 1 / 6, burst: 20 };

/** The place and role that an invitation link gives. */
export interface Invitation {
  link: InviteLink;
  target: SpaceItem | BaseItem;
  /** The role that the link gives now, at most that of the person who gave it. */
  role: Role;
  /** The membership of the user, if they are a member. */
  member: MemberItem | undefined;
}

/** Takes one attempt of this user; throws 429 if there were too many. */
export async function limitAttempts(userId: UserId, now: string): Promise<void> {
  const seconds = await takeCall(hash(`accept ${userId}`), perPerson, Date.parse(now), "attempts");
  if (seconds > 0) throw tooMany("attempts", seconds, describeLimit(perPerson));
}

/** Throws 400 for a wrong id or code, and for a link whose place or giver was deleted; 503 and 410 while and after the space moves to another cell. */
export async function readInvitation(
  { invitationId, invitationCode }: Acceptance,
  userId?: UserId,
): Promise<Invitation> {
  const id = InvitationId.safeParse(invitationId).data;
  const link = id && (await getItem<InviteLink>(inviteLinkKey(id)));
  if (!link || !isSame(link.code, invitationCode)) throw wrongLink();
  const { place, grantedBy } = link;
  const found = await getItems([
    ...[placeKey(place), linkCopyKey(place, link.id)],
    ...[userId, grantedBy].flatMap((id) => (id ? [memberKey(place, id)] : [])),
  ]);
  const find = makeFinder(found);
  const target = find(placeKey(place));
  if (!exists(target) || !find(linkCopyKey(place, link.id))) throw wrongLink();
  refuseJoining(target);
  const [inSpace] =
    "spaceId" in target
      ? await getEach<[MemberItem]>([memberKey(`SPACE#${target.spaceId as SpaceId}`, grantedBy)])
      : [];
  const role = atMost(link.role, [find<MemberItem>(memberKey(place, grantedBy)), inSpace]);
  if (!role) throw wrongLink();
  return { link, target, role, member: userId ? find<MemberItem>(memberKey(place, userId)) : undefined };
}

/** Whether a path is the page of a valid invitation link: a person who followed one may sign up. */
export async function isInvitation(path: string | undefined): Promise<boolean> {
  const { pathname, searchParams } = new URL(path ?? "/", "http://localhost");
  if (pathname !== "/invitation") return false;
  const [invitationId = "", invitationCode = ""] = ["invitationId", "invitationCode"].map(
    (name) => searchParams.get(name) ?? "",
  );
  return readInvitation({ invitationId, invitationCode }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.status === 400) return false;
      throw error;
    },
  );
}

/** Makes the user a member; a member keeps a higher role. Throws as `readInvitation`, and 400 if the place is full. */
export const acceptLink = (
  sent: Acceptance,
  caller: RequestInfo & { userId: UserId; now: string },
): Promise<Accepted> =>
  retryOnConflict(async () => {
    const { userId, now } = caller;
    const [{ link, target, role, member }, names] = await Promise.all([
      readInvitation(sent, userId),
      readNames(),
    ]);
    const { place, grantedBy } = link;
    const people = member ? undefined : await countPeople(place, 1);
    if (people) refuseTooMany(people.count + 1, "");
    const answer = placeIn(place);
    const how = { invitationLinkId: link.id, invitedBy: grantedBy };
    const joining = atLeast(role, place, userId, member, {
      now,
      invitedBy: grantedBy,
      joining: { action: "member.joined", log: placeLog(target, names), how },
    });
    await commit([
      check(link),
      check(target),
      ...joining,
      ...(people?.changes ?? []),
      ...keepAnswer(caller, answer),
    ]);
    return answer;
  });

const placeIn = (place: SpaceOrBase): Accepted =>
  kindOf(place) === "space"
    ? { spaceId: idOf(place) as SpaceId, baseId: null }
    : { spaceId: null, baseId: idOf(place) as BaseId };

const isSame = (code: string, sent: string) =>
  timingSafeEqual(Buffer.from(hash(code)), Buffer.from(hash(sent)));

const wrongLink = () =>
  new AppError("validation_error", "This invitation link is invalid or was withdrawn; ask for a new one");
