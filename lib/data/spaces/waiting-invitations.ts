/* Invitations that still wait, as the place they are for knows them: to look at, and to take back. */

import { invalid, notFound } from "#lib/schemas/basics/error";
import { InvitationId } from "#lib/schemas/basics/ids";
import type { PageQuery } from "#lib/schemas/identity/collaborator";
import type { Invitation, InvitationPage } from "#lib/schemas/identity/invitation";
import { change, commit, remove, retryOnConflict } from "#lib/store/commit";
import { isUnexpired } from "#lib/store/expiry";
import { getItem, keyAfter, keysStartingWith, readPage } from "#lib/store/store";
import { type Acting, refuseHigher } from "./change-members.ts";
import {
  type AddressItem,
  addressKey,
  type InvitationItem,
  invitationKey,
  waitingAt,
} from "./invitations.ts";
import type { SpaceOrBase } from "./members.ts";

type Read = Awaited<ReturnType<typeof readInvitations>>;

/** The stored invitations of a page, in no order that means anything. */
export async function readInvitations(place: SpaceOrBase, { take, cursor }: PageQuery) {
  const range = keysStartingWith("INVITE#");
  const from = cursor === undefined ? range.from : keyAfter(invitationKey(place, idIn(cursor)).sk);
  return readPage<InvitationItem>({ pk: place, ...range, from, limit: take });
}

/** A page may hold fewer than were asked for, since some have expired. */
export function showInvitations({ items, more }: Read, now: string): InvitationPage {
  const last = items.at(-1);
  return {
    invitations: items.filter((item) => isUnexpired(item, now)).map(show),
    nextCursor: more && last ? last.id : null,
  };
}

function idIn(cursor: string): InvitationId {
  const id = InvitationId.safeParse(cursor);
  if (id.success) return id.data;
  throw invalid([{ path: "cursor", message: "is no cursor: send the nextCursor of a page as it is" }]);
}

const show = ({ id, email, role, invitedBy, createdTime, expiresAt }: InvitationItem): Invitation => ({
  invitationId: id,
  email,
  role,
  invitedBy,
  createdTime,
  expiredTime: new Date(expiresAt * 1000).toISOString(),
});

export const cancelInvitation = (acting: Acting, id: InvitationId, now: string): Promise<void> =>
  retryOnConflict(async () => {
    const { place } = acting;
    const copy = await getItem<InvitationItem>(invitationKey(place, id));
    if (!copy || !isUnexpired(copy, now)) throw notFound("invitation", id);
    refuseHigher(copy.role, acting, "take back the invitation of");
    const address = await getItem<AddressItem>(addressKey(copy.email));
    const { [place]: _, ...others } = Object.fromEntries(waitingAt(address, now));
    const left = Object.keys(others).length > 0;
    const rest = address && (left ? change(address, { places: others }) : remove(address));
    await commit([remove(copy), ...(rest ? [rest] : [])]);
  });
