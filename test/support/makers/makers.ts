/* Creates users, bases and tables for one test. Tests share only the store. */
import { handler as createTable } from "#functions/table/create-table";
import * as sessions from "#lib/data/identity/sessions";
import * as tokens from "#lib/data/identity/tokens";
import * as users from "#lib/data/identity/users";
import * as bases from "#lib/data/spaces/bases";
import { createSpace } from "#lib/data/spaces/create-space";
import { joinWaitingChanges } from "#lib/data/spaces/invitations";
import { joinChanges } from "#lib/data/spaces/members";
import type { BaseId, SpaceId, TableId, UserId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import { allScopes, type Scope } from "#lib/schemas/identity/scopes";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { call } from "#test/support/requests/call";
import { nextMillisecond } from "#test/support/run/next-millisecond";

export interface Someone {
  userId: UserId;
  name: string;
  email: string;
  token: string;
}
export interface Reach {
  spaceIds: SpaceId[];
  baseIds: BaseId[];
}

const now = () => new Date().toISOString();
/** What is made one after another has times in that order. */
const later = async () => new Date(await nextMillisecond()).toISOString();
let made = 0;

/** Verifies the e-mail address of a user, as a mailed link does. */
export async function verify({ userId, email }: Someone): Promise<void> {
  await retryOnConflict(async () => {
    const user = await users.find(userId);
    if (!user) throw new Error(`user ${userId} does not exist`);
    await commit([change(user, { verifiedTime: now() }), ...(await joinWaitingChanges(email, user, now()))]);
  });
}

/** A new user with a token for everything that they can access. */
export async function someone(name = "Ada", email = `${crypto.randomUUID()}@test.local`): Promise<Someone> {
  const person = await users.create({ name: `${name} ${++made}`, email }, await later());
  return { userId: person.id, name: person.name, email, token: await aToken(person.id) };
}

export async function aToken(
  userId: UserId,
  {
    scopes = allScopes,
    reach = null,
    expiredTime = "2999-01-01T00:00:00.000Z",
  }: { scopes?: Scope[]; reach?: Reach | null; expiredTime?: string } = {},
): Promise<string> {
  const { token, changes } = tokens.createChanges(
    { userId, name: "Test", scopes, reach, expiredTime },
    await later(),
  );
  await commit(changes);
  return token;
}

/** A base in a new space. */
export async function aBase(owner: Someone): Promise<{ baseId: BaseId; spaceId: SpaceId }> {
  const spaceId = await createSpace("Space", { id: owner.userId }, await later());
  const base = await bases.create({ spaceId, name: "Base" }, owner.userId, await later());
  return { baseId: base.id, spaceId };
}

/** A new user with a role on a base or a space. */
export async function aMember(place: BaseId | SpaceId, role: Role): Promise<Someone> {
  const member = await someone(role);
  const key = place.startsWith("bse")
    ? (`BASE#${place as BaseId}` as const)
    : (`SPACE#${place as SpaceId}` as const);
  await commit(joinChanges(key, member.userId, role, await later()));
  return member;
}

/** A table in a new base of a new owner, unless these are given. It has the fields Name, Count and Status unless `input` names others. */
export async function aTable(
  input: object = {},
  owner?: Someone,
  place?: { baseId: BaseId; spaceId: SpaceId },
) {
  const maker = owner ?? (await someone());
  const { baseId, spaceId } = place ?? (await aBase(maker));
  const { status, body } = await call(createTable, {
    as: maker,
    params: { baseId },
    body: { records: [], ...input },
  });
  if (status !== 201) throw new Error(`the table was refused: ${JSON.stringify(body)}`);
  return { owner: maker, baseId, spaceId, table: body, tableId: body.id as TableId };
}

/** Signs in a user, and gives the value of the session cookie. */
export async function aSession(userId: UserId): Promise<{ cookie: string }> {
  const user = await users.find(userId);
  if (!user) throw new Error(`user ${userId} does not exist`);
  const { cookie, changes } = sessions.startChanges(user, now());
  await commit(changes);
  return { cookie };
}
