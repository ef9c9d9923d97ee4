/*
 * Adding people by id, without an invitation: only people whom the caller can already see, because both are in one space or base. All are
 * added in one commit, or none.
 *
 *   people see each other    in the same space, in the same base, or one in a space and the other in a base of that space
 */
import { type Counted, countNearLimit } from "#lib/data/identity/count-near-limit";
import { type Issue, invalid, notFound, unknownInside } from "#lib/schemas/basics/error";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { NewMembers } from "#lib/schemas/identity/collaborator";
import { check, commit, retryOnConflict } from "#lib/store/commit";
import { keepAnswer, type RequestInfo } from "#lib/store/idempotency-records";
import { countItems, getItems, keysStartingWith, makeFinder } from "#lib/store/store";
import { placeLog, readNames } from "./access-log/open-log.ts";
import { type BaseItem, baseKey } from "./bases.ts";
import { type Acting, refuseHigher } from "./change-members.ts";
import { atLeast } from "./invitations.ts";
import { type MemberItem, memberKey, placesOf, type SpaceOrBase } from "./members.ts";
import { exists, idOf, kindOf, placeKey } from "./space-or-base.ts";

/**
 * Members keep a higher role. Throws 403 for a role above the caller's, 404 for people whom the caller does not know and for a deleted
 * space or base, 400 over the limit.
 */
export async function addMembers(
  acting: Acting,
  { collaborators, role }: NewMembers,
  caller: RequestInfo & { now: string },
): Promise<void> {
  const { place, userId: invitedBy } = acting;
  refuseHigher(role, acting, "give the role");
  const ids = [...new Set(collaborators.map(({ principalId }) => principalId))];
  const known = await peopleKnownTo(invitedBy, ids);
  const unknown = collaborators.flatMap(({ principalId }, i): Issue[] =>
    known.has(principalId)
      ? []
      : [
          {
            path: `collaborators[${i}].principalId`,
            message: `${principalId} is in no space or base with you; invite them by e-mail`,
          },
        ],
  );
  if (unknown.length > 0) throw unknownInside(unknown);
  await retryOnConflict(async () => {
    const [found, members, names] = await Promise.all([
      getItems([placeKey(place), ...ids.map((id) => memberKey(place, id))]),
      countPeople(place, ids.length),
      readNames(ids),
    ]);
    const find = makeFinder(found);
    const target = find(placeKey(place));
    if (!exists(target)) throw notFound(kindOf(place), idOf(place));
    const added = ids.filter((id) => !find(memberKey(place, id))).length;
    if (added > 0) refuseTooMany(members.count + added);
    const joining = { action: "member.added", log: placeLog(target, names) } as const;
    const by = { now: caller.now, invitedBy, joining };
    const changes = ids.flatMap((id) => atLeast(role, place, id, find<MemberItem>(memberKey(place, id)), by));
    const counting = added > 0 ? members.changes : [];
    await commit([check(target), ...changes, ...counting, ...keepAnswer(caller, undefined)]);
  });
}

/** How many members (or members and invited people) a space or base has, and the changes for a commit that adds `more`. */
export const countPeople = (place: SpaceOrBase, more: number, kinds = ["MEMBER#"]): Promise<Counted> => {
  const count = async () => {
    const each = kinds.map((kind) => countItems({ pk: place, ...keysStartingWith(kind) }));
    return (await Promise.all(each)).reduce((sum, found) => sum + found, 0);
  };
  return countNearLimit({ pk: place, sk: "MEMBER" }, limits.membersPerPlace, count, more);
};

/** Throws 400 if a space or base would have this many members. */
export function refuseTooMany(members: number, path = "collaborators"): void {
  const message = `members would be ${members}, the limit is ${limits.membersPerPlace}`;
  if (members > limits.membersPerPlace) throw invalid([{ path, message }]);
}

/** The people among these who share a space or base with this user. */
async function peopleKnownTo(userId: UserId, ids: UserId[]): Promise<ReadonlySet<UserId>> {
  const [mine, ...theirs] = await Promise.all([placesOfUser(userId), ...ids.map(placesOfUser)]);
  const bases = [...new Set([mine, ...theirs].flatMap(({ bases }) => [...bases]))];
  const found = await getItems<BaseItem>(bases.map(baseKey));
  const spaceOf = new Map(found.map(({ id, spaceId }) => [id, spaceId]));
  // for people who are only in the space, a base counts as its space
  const meets = (one: Places, other: Places) =>
    [...one.spaces].some((id) => other.spaces.has(id)) ||
    [...one.bases].some((id) => other.bases.has(id) || other.spaces.has(spaceOf.get(id) as SpaceId));
  return new Set(
    ids.filter((_, i) => {
      const their = theirs[i] as Places;
      return meets(mine, their) || meets(their, mine);
    }),
  );
}

interface Places {
  spaces: ReadonlySet<SpaceId>;
  bases: ReadonlySet<BaseId>;
}

async function placesOfUser(userId: UserId): Promise<Places> {
  const [spaces, bases] = await Promise.all([
    placesOf<SpaceId>(userId, "SPACE"),
    placesOf<BaseId>(userId, "BASE"),
  ]);
  return { spaces: new Set(spaces.map(({ id }) => id)), bases: new Set(bases.map(({ id }) => id)) };
}
