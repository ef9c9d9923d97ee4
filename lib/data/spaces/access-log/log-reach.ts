/*
 * Entries about a token, or about what an application may do for a person: in the log of the person, and in that of each space that it
 * reaches. One that names no places reaches those of its person, at that time: at most `mostSpaces` of them get an entry.
 */
import { currentActor } from "#lib/data/identity/actor";
import type { Reach } from "#lib/data/identity/tokens";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import type { AccessAction } from "#lib/schemas/identity/access-log";
import type { Change } from "#lib/store/commit";
import { getItems } from "#lib/store/store";
import { type BaseItem, baseKey } from "../bases.ts";
import { placesOf } from "../members.ts";
import { type KeptSpace, spaceKey, trashedSpaceKey } from "../spaces.ts";
import { type Details, entryChange, type Subject } from "./log-entries.ts";
import { placeLog, readNames, withName } from "./open-log.ts";

/** More would make a commit as large as the number of spaces of a person. */
const mostSpaces = 100;

/** What a token or application may do. */
export interface Rights {
  scopes: readonly string[];
  /** Null: everything that its person may open. */
  reach: Reach | null;
  /** ISO 8601 UTC. */
  expiredTime?: string;
}

interface Reaching {
  userId: UserId;
  subject: Subject;
  before?: Rights | undefined;
  after?: Rights | undefined;
  /** Said besides. */
  besides?: Details;
  /** The scopes do not change: they are not said. */
  isBrief?: boolean;
}

/** The entries, for the commit of the change. Three round trips; one if it reaches nothing. */
export async function reachEntries(
  action: AccessAction,
  { userId, subject, before, after, besides, isBrief = false }: Reaching,
  actor = currentActor(),
): Promise<Change[]> {
  const rights = [before, after].flatMap((each) => (each ? [each] : []));
  const [names, reached] = await Promise.all([readNames([], actor), readReached(userId, rights)]);
  const said = ({ scopes, ...rest }: Said) => (isBrief ? rest : { scopes, ...rest });
  const told = (tell: (rights: Rights) => Said) => ({
    subject,
    ...(before && { before: said(tell(before)) }),
    ...((after || besides) && { after: { ...(after && said(tell(after))), ...besides } }),
  });
  const own = entryChange(userId, action, told(ownDetails), withName(actor, names));
  return [
    own,
    ...reached.map(({ space, baseIds }) =>
      placeLog(space, names, actor).entry(
        action,
        told((each) => detailsIn(space.id, baseIds, each)),
      ),
    ),
  ];
}

type Said = Details & Pick<Rights, "scopes">;

const ownDetails = ({ scopes, reach, expiredTime }: Rights): Said => ({
  scopes,
  ...(reach ?? { hasFullAccess: true }),
  ...(expiredTime && { expiredTime }),
});

/** As the owners of one space see it: they learn of no other place. */
function detailsIn(id: SpaceId, baseIds: readonly BaseId[], { reach, ...rights }: Rights): Said {
  if (!reach) return { ...rights, hasFullAccess: true };
  if (reach.spaceIds.includes(id)) return { ...rights, reaches: "space" };
  return { ...rights, baseIds: reach.baseIds.filter((each) => baseIds.includes(each)) };
}

interface Reached {
  space: KeptSpace;
  /** The bases of the space among those that are reached. */
  baseIds: BaseId[];
}

/** The spaces that any of these rights reach, as far as they exist. */
async function readReached(userId: UserId, rights: readonly Rights[]): Promise<Reached[]> {
  const isFull = rights.some(({ reach }) => !reach);
  const [mine, mineDirectly] = isFull
    ? await Promise.all([placesOf<SpaceId>(userId, "SPACE"), placesOf<BaseId>(userId, "BASE")])
    : [[], []];
  const named = rights.flatMap(({ reach }) => reach ?? []);
  const baseIds = new Set([...named.flatMap((each) => each.baseIds), ...mineDirectly.map(({ id }) => id)]);
  const bases = await getItems<BaseItem>([...baseIds].map(baseKey));
  const inSpaces = Map.groupBy(bases, ({ spaceId }) => spaceId);
  const namedFirst = [
    ...named.flatMap((each) => each.spaceIds),
    ...inSpaces.keys(),
    ...mine.map(({ id }) => id),
  ];
  const ids = [...new Set(namedFirst)].slice(0, mostSpaces);
  const spaces = await getItems<KeptSpace>(ids.flatMap((id) => [spaceKey(id), trashedSpaceKey(id)]));
  return spaces.map((space) => ({
    space,
    baseIds: (inSpaces.get(space.id) ?? []).map(({ id }) => id),
  }));
}
