/*
 * Who people of the source are in the target. It is decided when the first item that names them is copied, and kept (move-items.ts), since items
 * with their ids are copied from then on.
 *
 *   an account with the same id                                       that one: it came with an earlier move
 *   an account with the same e-mail address, verified in both cells   that one: their id is replaced wherever it stands
 *   otherwise                                                         the same id: an account is made when the space is opened
 *
 * An address that was not verified proves nothing: a stranger may have signed up with it. Members with such an account stop the move before it begins.
 */
import { moveOf, peopleStart, personItem } from "#lib/data/spaces/move-items";
import type { Cell } from "./cells/cell.ts";
import { getMany, getOne, keyOf, putMany, queryAll, text, type Wire } from "./wire.ts";

const anyUser = /usr[0-9A-Za-z]{16}/g;

export interface People {
  /** Decides who the people are that these items name. Before `translate`. */
  meet(items: readonly Wire[]): Promise<void>;
  /** The item with the ids that people have in the target. */
  translate(item: Wire): Wire;
  /** The id in the target. */
  idOf(userId: string): string;
  /** All people that items have named: ids in the source, and in the target. */
  all(): ReadonlyMap<string, string>;
}

export async function openPeople(source: Cell, target: Cell, spaceId: string): Promise<People> {
  const known = new Map<string, string>();
  for (const item of await queryAll(target, moveOf(spaceId), peopleStart))
    known.set(keyOf(item).sk.slice(peopleStart.length), text(item, "to") ?? "");

  async function meet(items: readonly Wire[]): Promise<void> {
    const named = items.flatMap((item) => JSON.stringify(item).match(anyUser) ?? []);
    const unknown = [...new Set(named)].filter((id) => !known.has(id));
    if (unknown.length === 0) return;
    const found = new Map(
      (await getMany(source, unknown.map(userKey))).map((user) => [text(user, "id"), user]),
    );
    const decided: Wire[] = [];
    for (const id of unknown) {
      const user = found.get(id);
      const to = user ? await findSame(target, user, new Set(known.values())) : id;
      known.set(id, to);
      const { pk, sk, entity } = personItem(spaceId, id);
      decided.push({
        ...{ pk: { S: pk }, sk: { S: sk }, entity: { S: entity }, version: { N: "1" }, to: { S: to } },
      });
    }
    await putMany(target, decided);
  }

  const idOf = (userId: string) => known.get(userId) ?? userId;
  function translate(item: Wire): Wire {
    const json = JSON.stringify(item);
    const translated = json.replace(anyUser, idOf);
    return translated === json ? item : (JSON.parse(translated) as Wire);
  }
  return { meet, translate, idOf, all: () => known };
}

export const userKey = (id: string) => ({ pk: `USER#${id}`, sk: "USER" });
const emailKey = (email: string) => ({ pk: `EMAIL#${email.toLowerCase()}`, sk: "EMAIL" });
const isVerified = (user: Wire | undefined): boolean => text(user, "verifiedTime") !== undefined;

/** The account of the cell that has this e-mail address. */
async function findByAddress(cell: Cell, email: string): Promise<Wire | undefined> {
  const guard = await getOne(cell, emailKey(email));
  return guard && getOne(cell, userKey(text(guard, "userId") ?? ""));
}

/** The id in the target of a person of the source. */
async function findSame(target: Cell, user: Wire, taken: ReadonlySet<string>): Promise<string> {
  const id = text(user, "id") ?? "";
  const other = await findByAddress(target, text(user, "email") ?? "");
  const otherId = text(other, "id");
  if (!otherId || otherId === id || taken.has(otherId)) return id;
  const same = await getOne(target, userKey(id));
  // the account that came with an earlier move, which has another address now
  if (same && text(await findByAddress(target, text(same, "email") ?? ""), "id") === id) return id;
  return isVerified(user) && isVerified(other) ? otherId : id;
}

/**
 * Members of whom it is not certain who they are in the target, as a person can mend it: another account has their address. `decided` gives who they
 * are by what was decided; without it, it is decided now.
 */
export async function findUncertain(
  target: Cell,
  members: readonly Wire[],
  decided?: (userId: string) => string,
): Promise<string[]> {
  const found: string[] = [];
  for (const user of members) {
    const id = text(user, "id") ?? "";
    const email = text(user, "email") ?? "";
    const other = await findByAddress(target, email);
    const otherId = text(other, "id");
    const to = decided ? decided(id) : await findSame(target, user, new Set());
    if (!otherId || otherId === to) continue;
    const where = [!isVerified(user) && "in the source", !isVerified(other) && "in the target"].filter(
      Boolean,
    );
    found.push(
      where.length > 0
        ? `${email} has an account in the target, and the address was not verified ${where.join(", nor ")}`
        : `${email} has another account in the target now`,
    );
  }
  return found;
}
