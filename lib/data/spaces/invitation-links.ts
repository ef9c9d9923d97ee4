/*
 * Invitation links: who has the id and the code of one may join, without an e-mail address that was invited.
 *
 *  entity              pk                           sk          cost
 *  invitationLink      INVITELINK#<inv>             LINK        get 1 RCU when it is accepted
 *  invitationLinkCopy  SPACE#<space> | BASE#<base>  LINK#<inv>  written with it 2 × 2 WCU; the list of links there
 *
 * The code is stored as it is, like the address of a share, because the list must show the link again. It is in no log. Deleting the
 * link ends it. The copies go with their space or base; a link without one is void (accept-link.ts).
 */
import { addCounted, countEntries } from "#lib/data/identity/counted-list";
import { invalid, notFound } from "#lib/schemas/basics/error";
import { type InvitationId, newInvitationCode, newInvitationId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Role } from "#lib/schemas/basics/role";
import type { InvitationLink, InvitationLinkRole, NewInvitationLink } from "#lib/schemas/identity/invitation";
import { change, checkKey, commit, insert, remove, retryOnConflict } from "#lib/store/commit";
import { keepAnswer, type RequestInfo } from "#lib/store/idempotency-records";
import { sortByAge } from "#lib/store/item";
import { getEach, getItem, type Item, type Key, keysStartingWith, readAll } from "#lib/store/store";
import { openLog } from "./access-log/open-log.ts";
import { type Acting, refuseHigher } from "./change-members.ts";
import { isHigher, type SpaceOrBase } from "./members.ts";
import { exists, idOf, kindOf, placeKey } from "./space-or-base.ts";

export type InviteLink = Item & {
  id: InvitationId;
  place: SpaceOrBase;
  role: Role;
  code: string;
  createdBy: UserId;
  createdTime: string;
  /** The user who gave the role. The link gives at most the role that this user still has. */
  grantedBy: UserId;
};

export const inviteLinkKey = (id: string): Key => ({ pk: `INVITELINK#${id}`, sk: "LINK" });
export const linkCopyKey = (place: SpaceOrBase, id: string): Key => ({ pk: place, sk: `LINK#${id}` });

const copiesIn = (place: SpaceOrBase) => ({ pk: place, ...keysStartingWith("LINK#") });

/** All links of a space or base, unordered. */
export const readLinks = (place: SpaceOrBase): Promise<InviteLink[]> => readAll<InviteLink>(copiesIn(place));

/** The links whose role is not above the caller's, the oldest first: the caller could take a higher role by such a link. */
export const showLinks = (
  links: InviteLink[],
  { standing }: Pick<Acting, "standing">,
  origin: string,
): InvitationLink[] =>
  links
    .filter(({ role }) => !isHigher(role, standing.role))
    .sort(sortByAge)
    .map((link) => show(link, origin));

const show = ({ id, role, code, createdBy, createdTime }: InviteLink, origin: string): InvitationLink => ({
  invitationId: id,
  role,
  inviteUrl: `${origin}/invitation?${new URLSearchParams({ invitationId: id, invitationCode: code })}`,
  invitationCode: code,
  createdBy,
  createdTime,
});

/** Throws 403 for a role above the caller's, 400 over the limit, 404 if the space or base is gone. */
export async function createLink(
  acting: Acting,
  { role }: NewInvitationLink,
  caller: RequestInfo & { now: string },
  origin: string,
): Promise<InvitationLink> {
  const { place, userId } = acting;
  refuseHigher(role, acting, "give the role");
  const [start, log] = await Promise.all([countEntries(place, "LINK"), openLog(place)]);
  const id = newInvitationId();
  const by = { createdBy: userId, createdTime: caller.now, grantedBy: userId };
  const link = { entity: "invitationLink", id, place, role, code: newInvitationCode(), ...by };
  const answer = show({ ...inviteLinkKey(id), ...link, version: 1 }, origin);
  let tries = 0;
  const refuse = async (others: number) => {
    refuseTooMany(others);
    // the commit also fails if the place was deleted
    if (tries++ > 0 && !exists(await getItem(placeKey(place)))) throw notFound(kindOf(place), idOf(place));
  };
  await addCounted(start, refuse, [
    insert({ ...inviteLinkKey(id), ...link }),
    insert({ ...linkCopyKey(place, id), ...link, entity: "invitationLinkCopy" }),
    checkKey(placeKey(place)),
    log.entry("invitationLink.created", { subject: { type: "invitationLink", id }, after: { role } }),
    ...keepAnswer(caller, answer),
  ]);
  return answer;
}

function refuseTooMany(others: number): void {
  if (others < limits.linksPerPlace) return;
  throw invalid([
    { path: "", message: `there are ${others} invitation links, the limit is ${limits.linksPerPlace}` },
  ]);
}

/** Throws 403 if the old or the new role is above the caller's, 404 if there is no such link. */
export const setLinkRole = (
  acting: Acting,
  id: InvitationId,
  { role }: NewInvitationLink,
  caller: RequestInfo,
): Promise<InvitationLinkRole> =>
  retryOnConflict(async () => {
    const [{ link, copy }, log] = await Promise.all([getLink(acting.place, id), openLog(acting.place)]);
    refuseHigher(link.role, acting, "change a link with the role");
    refuseHigher(role, acting, "give the role");
    const changes = { role, grantedBy: acting.userId };
    const answer = { invitationId: id, role };
    const told = { before: { role: link.role, grantedBy: link.grantedBy }, after: changes };
    await commit([
      change(link, changes),
      change(copy, changes),
      log.entry("invitationLink.changed", { subject: { type: "invitationLink", id }, ...told }),
      ...keepAnswer(caller, answer),
    ]);
    return answer;
  });

/** Throws 403 if its role is above the caller's, 404 if there is no such link. */
export const removeLink = (acting: Acting, id: InvitationId): Promise<void> =>
  retryOnConflict(async () => {
    const [{ link, copy }, log] = await Promise.all([getLink(acting.place, id), openLog(acting.place)]);
    refuseHigher(link.role, acting, "delete a link with the role");
    const told = { subject: { type: "invitationLink", id }, before: { role: link.role } } as const;
    await commit([remove(link), remove(copy), log.entry("invitationLink.deleted", told)]);
  });

async function getLink(place: SpaceOrBase, id: InvitationId): Promise<Record<"link" | "copy", InviteLink>> {
  const [link, copy] = await getEach<[InviteLink, InviteLink]>([inviteLinkKey(id), linkCopyKey(place, id)]);
  if (!link || !copy) throw notFound("invitation link", id);
  return { link, copy };
}
