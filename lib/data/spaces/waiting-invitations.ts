/* The pending invitations of a space or base: listing and cancelling them. */

import { invalidCursor } from "#lib/schemas/basics/cursor";
import { notFound } from "#lib/schemas/basics/error";
import { InvitationId } from "#lib/schemas/basics/ids";
import { msPerSecond } from "#lib/schemas/basics/time-units";
import type { PageQuery } from "#lib/schemas/identity/collaborator";
import type { Invitation, InvitationPage } from "#lib/schemas/identity/invitation";
import { change, commit, remove, retryOnConflict } from "#lib/store/commit";
import { isUnexpired } from "#lib/store/expiry";
import { getItem, keyAfter, keysStartingWith, readPage } from "#lib/store/store";
import { openLog } from "./access-log/open-log.ts";
import { type Acting, refuseHigher } from "./change-members.ts";
import {
  type AddressItem,
  addressKey,
  type InvitationItem,
  invitationKey,
  waitingAt,
} from "./invitations.ts";
import type { SpaceOrBase } from "./members.ts";

type ReadPage = Awaited<ReturnType<typeof readInvitations>>;

/** A page of stored invitations, ordered by id. Throws 400 for an invalid cursor. */
export async function readInvitations(place: SpaceOrBase, { take, cursor }: PageQuery) {
  const range = keysStartingWith("INVITE#");
  const from = cursor === undefined ? range.from : keyAfter(invitationKey(place, idIn(cursor)).sk);
  return readPage<InvitationItem>({ pk: place, ...range, from, limit: take });
}

/** Leaves out expired invitations, so a page may hold fewer than `take`. */
export function showInvitations({ items, more }: ReadPage, now: string): InvitationPage {
  const last = items.at(-1);
  return {
    invitations: items.filter((item) => isUnexpired(item, now)).map(show),
    nextCursor: more && last ? last.id : null,
  };
}

function idIn(cursor: string): InvitationId {
  const id = InvitationId.safeParse(cursor);
  if (id.success) return id.data;
  throw invalidCursor();
}

const show = ({ id, email, role, invitedBy, createdTime, expiresAt }: InvitationItem): Invitation => ({
  invitationId: id,
  email,
  role,
  invitedBy,
  createdTime,
  expiredTime: new Date(expiresAt * msPerSecond).toISOString(),
});

/** Throws 404 if the invitation is unknown or has expired, 403 if its role is above the caller's. */
export const cancelInvitation = (acting: Acting, id: InvitationId, now: string): Promise<void> =>
  retryOnConflict(async () => {
    const { place } = acting;
    const copy = await getItem<InvitationItem>(invitationKey(place, id));
    if (!copy || !isUnexpired(copy, now)) throw notFound("invitation", id);
    refuseHigher(copy.role, acting, "cancel an invitation with the role");
    const [address, log] = await Promise.all([getItem<AddressItem>(addressKey(copy.email)), openLog(place)]);
    const { [place]: _, ...others } = Object.fromEntries(waitingAt(address, now));
    const left = Object.keys(others).length > 0;
    const rest = address && (left ? change(address, { places: others }) : remove(address));
    const subject = { type: "invitation", id, name: copy.email } as const;
    const entry = log.entry("invitation.cancelled", { subject, before: { role: copy.role } });
    await commit([remove(copy), ...(rest ? [rest] : []), entry]);
  });
