/* The members of a space, or of a base and its space, as answers show them. Limits keep them few enough to be read at once. */

import type { Caller } from "#lib/data/identity/caller";
import { type UserItem, userKey } from "#lib/data/identity/users";
import { invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { Collaborator, CollaboratorPage, PageQuery } from "#lib/schemas/identity/collaborator";
import { getItems } from "#lib/store/store";
import { type MemberItem, membersOf, type SpaceOrBase } from "./members.ts";
import { kindOf } from "./space-or-base.ts";

/** The members of each of these places: of a base, its space too. */
export const readMembers = async (places: SpaceOrBase[]): Promise<MemberItem[]> =>
  (await Promise.all(places.map(membersOf))).flat();

export async function showMembers(
  members: MemberItem[],
  { take, cursor }: PageQuery,
  caller: Caller,
): Promise<CollaboratorPage> {
  const after = cursor === undefined ? "" : placeOf(cursor);
  const sorted = members.map((member) => ({ member, at: at(member) })).sort((a, b) => (a.at < b.at ? -1 : 1));
  const rest = sorted.filter((each) => each.at > after);
  const page = rest.slice(0, take);
  const found = (await getItems(page.map(({ member }) => userKey(member.userId)))) as UserItem[];
  const users = new Map(found.map((user) => [user.id, user]));
  const shown: Collaborator[] = [];
  let bytes = 0;
  for (const { member } of page) {
    const collaborator = show(member, users.get(member.userId), caller);
    bytes += Buffer.byteLength(JSON.stringify(collaborator)) + 1;
    // a page of those whose names are long ends early
    if (bytes > limits.responseBytes - 1000) break;
    shown.push(collaborator);
  }
  const last = page[shown.length - 1];
  return {
    collaborators: shown,
    total: members.length,
    uniqTotal: new Set(members.map(({ userId }) => userId)).size,
    nextCursor: last && shown.length < rest.length ? cursorTo(last.at) : null,
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
  ...(user && may.seeEmails && { email: user.email }),
  role,
  ...(user?.avatar && { avatar: user.avatar }),
  createdTime,
  resourceType: kindOf(pk as SpaceOrBase),
});

/* A cursor marks a place in the order in which members came, so it never expires. */
const at = ({ createdTime, userId, pk }: MemberItem) =>
  `${createdTime} ${userId} ${kindOf(pk as SpaceOrBase)}`;
const cursorTo = (place: string) => Buffer.from(place).toString("base64url");

function placeOf(cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString();
  if (!/^[\d:.TZ-]{24} usr\w{16} (space|base)$/.test(text) || cursorTo(text) !== cursor)
    throw invalid([{ path: "cursor", message: "is no cursor: send the nextCursor of a page as it is" }]);
  return text;
}
