/* The members of a space, or of a base and its space, as answers show them. Limits keep them few enough to read all at once. */

import type { Caller } from "#lib/data/identity/caller";
import { type UserItem, userKey } from "#lib/data/identity/users";
import { decodeCursor, encodeCursor, invalidCursor } from "#lib/schemas/basics/cursor";
import { limits } from "#lib/schemas/basics/limits";
import type { Collaborator, CollaboratorPage, PageQuery } from "#lib/schemas/identity/collaborator";
import { getItems } from "#lib/store/store";
import { type MemberItem, membersOf, type SpaceOrBase } from "./members.ts";
import { kindOf } from "./space-or-base.ts";

/** The members of all these spaces and bases, unordered. */
export const readMembers = async (places: SpaceOrBase[]): Promise<MemberItem[]> =>
  (await Promise.all(places.map(membersOf))).flat();

/** A page of members, in the order in which they joined. Throws 400 for an invalid cursor. */
export async function showMembers(
  members: MemberItem[],
  { take, cursor }: PageQuery,
  caller: Caller,
): Promise<CollaboratorPage> {
  const after = cursor === undefined ? "" : positionIn(cursor);
  const sorted = members
    .map((member) => ({ member, position: positionOf(member) }))
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  const rest = sorted.filter((each) => each.position > after);
  const page = rest.slice(0, take);
  const found = await getItems<UserItem>(page.map(({ member }) => userKey(member.userId)));
  const users = new Map(found.map((user) => [user.id, user]));
  const shown: Collaborator[] = [];
  let bytes = 0;
  for (const { member } of page) {
    const collaborator = show(member, users.get(member.userId), caller);
    bytes += Buffer.byteLength(JSON.stringify(collaborator)) + 1;
    // a page with long names ends early
    if (bytes > limits.responseBytes - 1000) break;
    shown.push(collaborator);
  }
  const last = page[shown.length - 1];
  return {
    collaborators: shown,
    total: members.length,
    uniqTotal: new Set(members.map(({ userId }) => userId)).size,
    nextCursor: last && shown.length < rest.length ? encodeCursor(last.position) : null,
  };
}

const show = (
  { pk, userId, role, createdTime }: MemberItem,
  user: UserItem | undefined,
  { may }: Caller,
): Collaborator => ({
  type: "user",
  userId,
  userName: user?.name ?? userId,
  email: (may.seeEmails && user?.email) || "",
  role,
  avatar: user?.avatar ?? null,
  createdTime,
  resourceType: kindOf(pk as SpaceOrBase),
});

/* A cursor is a position in the order in which members joined, so it never expires. */
const positionOf = ({ createdTime, userId, pk }: MemberItem) =>
  `${createdTime} ${userId} ${kindOf(pk as SpaceOrBase)}`;

function positionIn(cursor: string): string {
  const text = decodeCursor(cursor);
  if (!text || !/^[\d:.TZ-]{24} usr\w{16} (space|base)$/.test(text)) throw invalidCursor();
  return text;
}
