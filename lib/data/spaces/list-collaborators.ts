/*
 * The members of a space, or of a base and its space, as answers show them. Limits keep them few enough to read all at once. People are
 * read for the page only, unless the list is searched by their names.
 */

import type { Caller } from "#lib/data/identity/caller";
import { type UserItem, userKey } from "#lib/data/identity/users";
import { decodeCursor, encodeCursor, invalidCursor } from "#lib/schemas/basics/cursor";
import type { UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type {
  BaseUsers,
  Collaborator,
  CollaboratorPage,
  CollaboratorQuery,
} from "#lib/schemas/identity/collaborator";
import { getItems } from "#lib/store/store";
import type { BaseItem } from "./bases.ts";
import { isHigher, type MemberItem, membersOf, type SpaceOrBase } from "./members.ts";
import { idOf, kindOf } from "./space-or-base.ts";

/** The members of all these spaces and bases, unordered. */
export const readMembers = async (places: SpaceOrBase[]): Promise<MemberItem[]> =>
  (await Promise.all(places.map(membersOf))).flat();

/** The members of a base and its space, each once: with the stronger role, of the base if both are the same. */
export function selectStrongest(members: MemberItem[]): MemberItem[] {
  const found = new Map<UserId, MemberItem>();
  // members of the space first: if both roles are equal, the one of the base is kept
  for (const member of members.toSorted(bySpaceFirst)) {
    const before = found.get(member.userId);
    if (!before || !isHigher(before.role, member.role)) found.set(member.userId, member);
  }
  return [...found.values()];
}

const bySpaceFirst = (one: MemberItem, other: MemberItem) => isInSpace(other) - isInSpace(one);
const isInSpace = ({ pk }: MemberItem) => (kindOf(pk as SpaceOrBase) === "space" ? 1 : 0);

type Asked = Omit<CollaboratorQuery, "includeBase">;

/** A page of members, in the order in which they joined. With `bases`, members of bases show which. Throws 400 for an invalid cursor. */
export async function showMembers(
  members: MemberItem[],
  query: Asked,
  caller: Caller,
  bases: BaseItem[] = [],
): Promise<CollaboratorPage> {
  const named = new Map(bases.map((base) => [`BASE#${base.id}`, base]));
  const { matching, page, more, users } = await choose(
    query.type === "department" ? [] : members,
    query,
    caller,
  );
  const shown = fitting(page, (member): Collaborator => {
    const base = named.get(member.pk);
    return {
      ...show(member, users.get(member.userId), caller),
      ...(base && { base: { id: base.id, name: base.name } }),
    };
  });
  return {
    collaborators: shown,
    total: matching.length,
    uniqTotal: new Set(matching.map(({ userId }) => userId)).size,
    nextCursor: cursorAfter(page, shown.length, more),
  };
}

/** A page of the people who are members here, each once. Throws 400 for an invalid cursor. */
export async function showUsers(members: MemberItem[], query: Asked, caller: Caller): Promise<BaseUsers> {
  const sorted = members.toSorted(byPosition("asc"));
  const first = [...new Map(sorted.toReversed().map((member) => [member.userId, member])).values()];
  const { matching, page, more, users } = await choose(first, query, caller);
  const shown = fitting(page, (member) => {
    const { userId: id, userName: name, email, avatar } = show(member, users.get(member.userId), caller);
    return { id, name, email, avatar };
  });
  return { users: shown, total: matching.length, nextCursor: cursorAfter(page, shown.length, more) };
}

type Users = ReadonlyMap<UserId, UserItem>;

/** All members that match, the members on the page, and their users. `more`: the list goes on after the page. */
async function choose(members: MemberItem[], query: Asked, caller: Caller) {
  const { take, cursor, skip = 0, search = "", orderBy = "asc" } = query;
  const early = search ? await usersOf(members) : undefined;
  const matching = early
    ? members.filter(({ userId }) => isFound(early.get(userId), search, caller))
    : members;
  const after = cursor === undefined ? undefined : positionIn(cursor);
  const rest = matching
    .toSorted(byPosition(orderBy))
    .filter((member) => after === undefined || comesAfter(positionOf(member), after, orderBy))
    .slice(skip);
  const page = rest.slice(0, take);
  return { matching, page, more: rest.length > page.length, users: early ?? (await usersOf(page)) };
}

async function usersOf(members: MemberItem[]): Promise<Users> {
  const ids = [...new Set(members.map(({ userId }) => userId))];
  const found = await getItems<UserItem>(ids.map(userKey));
  return new Map(found.map((user) => [user.id, user]));
}

function isFound(user: UserItem | undefined, search: string, { may }: Caller): boolean {
  const texts = user ? [user.name, ...(may.seeEmails ? [user.email] : [])] : [];
  return texts.some((text) => text.toLowerCase().includes(search.toLowerCase()));
}

/** The first of these members, as many as fit into an answer: a page with long names ends early. */
function fitting<Shown>(page: MemberItem[], show: (member: MemberItem) => Shown): Shown[] {
  const shown: Shown[] = [];
  let bytes = 0;
  for (const member of page) {
    const one = show(member);
    bytes += Buffer.byteLength(JSON.stringify(one)) + 1;
    if (bytes > limits.responseBytes - 1000) break;
    shown.push(one);
  }
  return shown;
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
  `${createdTime} ${userId} ${kindOf(pk as SpaceOrBase)} ${idOf(pk as SpaceOrBase)}`;

type Direction = "asc" | "desc";
const comesAfter = (position: string, other: string, direction: Direction) =>
  direction === "asc" ? position > other : position < other;
const byPosition = (direction: Direction) => (a: MemberItem, b: MemberItem) =>
  comesAfter(positionOf(a), positionOf(b), direction) ? 1 : -1;

const cursorAfter = (page: MemberItem[], shown: number, more: boolean) => {
  const last = page[shown - 1];
  return last && (more || shown < page.length) ? encodeCursor(positionOf(last)) : null;
};

function positionIn(cursor: string): string {
  const text = decodeCursor(cursor);
  // cursors of earlier versions end with the kind of place
  if (!text || !/^[\d:.TZ-]{24} usr\w{16} (space|base)( \w{19})?$/.test(text)) throw invalidCursor();
  return text;
}
