/* What somebody needs to begin: himself, a space with a base, and a token that opens everything of his. */
import type { Person } from "#lib/engine/field-type";
import type { BaseId, SpaceId } from "#lib/schemas/ids";
import * as bases from "./bases.ts";
import * as spaces from "./spaces.ts";
import * as tokens from "./tokens.ts";
import * as users from "./users.ts";

export interface Welcome {
  person: Person;
  spaceId: SpaceId;
  baseId: BaseId;
  /** Its only clear copy. */
  token: string;
}

interface Newcomer {
  name: string;
  email: string;
  scopes: readonly string[];
  /** ISO 8601 UTC. */
  expiredTime: string;
}

/** Makes what is missing: called again for the same e-mail address, it makes a new token only. */
export async function welcome({ name, email, scopes, expiredTime }: Newcomer, now: string): Promise<Welcome> {
  const person = (await users.findByEmail(email)) ?? (await users.create({ name, email }, now));
  const [first] = await bases.reachable(person.id);
  const { spaceId, id: baseId } = first?.base ?? (await firstBase(person, now));
  const grant = { userId: person.id, name: "First token", scopes: [...scopes], reach: null, expiredTime };
  const { token } = await tokens.create(grant, now);
  return { person, spaceId, baseId, token };
}

async function firstBase({ id, name }: Person, now: string): Promise<bases.BaseItem> {
  const spaceId = await spaces.create(`${name}'s space`, id, now);
  return bases.create({ spaceId, name: "First base" }, id, now);
}
