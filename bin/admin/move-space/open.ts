/*
 * Opens the space in the target: one commit with the space, the roles of its members, its shares and invitation links. Before it everything else is
 * there, and no one can reach it; after it the source says that the space has moved.
 */
import { emailKey, type UserItem, userKey } from "#lib/data/identity/users";
import { lateStart, moveOf, stateItem } from "#lib/data/spaces/move-items";
import { StartError } from "#lib/local/process/start-error";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { type Change, change, commit, insert, Refused } from "#lib/store/commit";
import { getItem, type Item, type Key } from "#lib/store/store";
import type { Belongings } from "./belonging.ts";
import type { Sides } from "./copy.ts";
import { kindOf } from "./kinds.ts";
import { findUncertain, type People, userKey as wireUserKey } from "./people.ts";
import { getMany, keyOf, putMany, queryAll, text, type Wire } from "./wire.ts";

interface Opening extends Sides {
  belongings: Belongings;
  people: People;
}

/** Makes accounts, and opens the space. lib/store of this process is plugged into the target. Throws a StartError if something is in the way. */
export async function openSpace({ source, target, belongings, people }: Opening): Promise<void> {
  const { spaceId } = belongings;
  const items = await readLate({ source, target, belongings }, "opening");
  await people.meet(items);
  const members = await findMembers({ source, belongings });
  const uncertain = await findUncertain(target, members, people.idOf);
  if (uncertain.length > 0) throw new StartError(uncertain.join("\n"));
  await makeAccounts(
    { source, target, belongings, people },
    new Set(members.map((user) => text(user, "id") ?? "")),
  );

  const state = await getItem(keyOf2(stateItem(spaceId)));
  if (!state) throw new StartError("another process has ended this move");
  const changes: Change[] = [
    ...items.map((item): Change => ({ op: "create", item: plainItem(people.translate(item)) })),
    ...renamed(people),
    change(state, { stage: "opened" }),
  ];
  try {
    await commit(changes);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new StartError(`the target has these already: ${error.message.replace("refused: ", "")}`, {
      cause: error,
    });
  }
}

/**
 * What the target's schedules begin to work on, when the space is open. A space whose opening is refused is copied on, and nothing may work on it then.
 */
export async function putLate(opening: Opening): Promise<void> {
  const items = await readLate(opening, "late");
  await putMany(opening.target, items.map(opening.people.translate));
}

/** The items that were noted because they come last, as they are in the source. */
async function readLate(
  { source, target, belongings }: Pick<Opening, "source" | "target" | "belongings">,
  fate: "late" | "opening",
): Promise<Wire[]> {
  const noted = await queryAll(target, moveOf(belongings.spaceId), lateStart);
  const found = await getMany(
    source,
    noted.map(({ of }) => keyOf(of?.M ?? {})),
  );
  return found.filter((item) => {
    const kind = kindOf(keyOf(item));
    return kind?.fate === fate && belongings.owns(kind, item);
  });
}

const keyOf2 = ({ pk, sk }: Key): Key => ({ pk, sk });

/** The accounts in the source of the members of the space and its bases. */
export async function findMembers({
  source,
  belongings,
}: Pick<Opening, "source" | "belongings">): Promise<Wire[]> {
  const places = [`SPACE#${belongings.spaceId}`, ...[...belongings.bases].map((id) => `BASE#${id}`)];
  const members = (await Promise.all(places.map((pk) => queryAll(source, pk, "MEMBER#")))).flat();
  return getMany(
    source,
    members.map((item) => wireUserKey(text(item, "userId") ?? "")),
  );
}

/** Members get an account with their id; others whom items name only a name, with which no one can sign in. */
async function makeAccounts(
  { source, target, people }: Opening,
  members: ReadonlySet<string>,
): Promise<void> {
  const own = [...people.all()].flatMap(([id, to]) => (id === to ? [id] : []));
  for (const piece of cutIntoPieces(own, 50)) {
    const there = new Map(
      (await getMany(target, piece.map(wireUserKey))).map((user) => [text(user, "id"), user]),
    );
    for (const user of await getMany(source, piece.map(wireUserKey))) {
      const made = plainItem(user) as UserItem;
      const isMember = members.has(made.id);
      const before = there.has(made.id) ? await getItem<UserItem>(userKey(made.id)) : undefined;
      if (before && (!isMember || (await getItem(emailKey(before.email)))?.["userId"] === made.id)) continue;
      await commit(accountChanges(made, before, isMember));
    }
  }
}

function accountChanges(from: UserItem, before: UserItem | undefined, isMember: boolean): Change[] {
  const { id, name, email, avatar, avatarId, passwordHash, verifiedTime, secondFactorTime, epoch } = from;
  const account = {
    ...{ id, name, email, epoch, notifyMeta: from.notifyMeta, createdTime: from.createdTime },
    // the picture of an uploaded one stays in the source
    ...(avatar && !avatarId && { avatar }),
    ...(isMember && verifiedTime && { verifiedTime }),
    // the second factor cannot be opened in the target, and the password alone must not be enough
    ...(isMember && passwordHash && !secondFactorTime && { passwordHash }),
  };
  const user = before ? change(before, account) : insert({ ...userKey(id), entity: "user", ...account });
  return isMember ? [user, insert({ ...emailKey(email), entity: "email", userId: id })] : [user];
}

/** Indexes that are sorted by names of people end, and are made anew (lib/data/identity/renames.ts). */
const renamed = (people: People): Change[] =>
  [...people.all()]
    .filter(([id, to]) => id !== to)
    .map(([, to]) => insert({ pk: "RENAMED", sk: `${to}#${Date.now()}`, entity: "renamed" }));

/** An item of the wire as lib/store writes it, without the mark of the move. */
function plainItem(item: Wire): Item {
  const { move: _, ...rest } = plainValues(item);
  return rest as Item;
}
type Values = { [name: string]: unknown };
const plainValues = (item: Wire): Values =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]));
const plainValue = ({ S, N, BOOL, L, M }: Wire[string]): unknown => {
  if (S !== undefined) return S;
  if (N !== undefined) return Number(N);
  if (BOOL !== undefined) return BOOL;
  if (L !== undefined) return L.map(plainValue);
  return M === undefined ? null : plainValues(M);
};
