/* Every kind of caller, with the facts that the access matrix needs to decide what the caller may do. */

import { hash, newToken } from "#lib/data/identity/token-text";
import { key } from "#lib/data/identity/tokens";
import { type ClientItem, clientKey } from "#lib/data/oauth/clients";
import type { TokenResource } from "#lib/data/oauth/oauth-tokens";
import type { AccessRow } from "#lib/openapi/access-matrix";
import { newAccessTokenId, newClientId, type UserId } from "#lib/schemas/basics/ids";
import { type Role, roles } from "#lib/schemas/basics/role";
import { allScopes, appScopes, type Scope } from "#lib/schemas/identity/scopes";
import { type Change, change, commit, insert, remove } from "#lib/store/commit";
import { getItem, type Item } from "#lib/store/store";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { aMember, aSession, aTable, type Reach, type Someone, someone } from "#test/support/makers/makers";
import { aWorld, type World } from "#test/support/makers/world";
import { fromOurPage } from "./call.ts";
import { badSessions, badTokens, foreignOrigins } from "./credentials.ts";

type Place = "base" | "space";

export interface Caller {
  name: string;
  headers: Record<string, string>;
  /** The token after `Bearer`. `good`: it is valid. */
  token?: {
    kind: "personal" | "application";
    /** Of an application: what it was asked for. */
    resource?: TokenResource;
    good: boolean;
    has: (scope: string) => boolean;
    reaches: (place: Place) => boolean;
  };
  session?: "good" | "bad";
  fromOurPage: boolean;
  /** A script sent it, with X-Window-Id, and the browser says nothing against it. */
  isScript?: true;
  roleAt: (place: Place) => Role | undefined;
  isAdministrator?: boolean;
}

interface Person extends Pick<Someone, "userId" | "name"> {
  cookie: string;
  inBase?: Role;
  inSpace?: Role;
  isAdministrator?: boolean;
}

export interface Crowd {
  world: World;
  /** First the owner of everything; then one user for each role, and two without a role. */
  people: [owner: Person, ...Person[]];
  elsewhere: Reach;
  app: ClientItem;
  /** An application that has lost a scope. */
  appWithout: (scope: Scope) => Promise<ClientItem>;
  /** Callers without valid credentials for any endpoint. */
  nobodies: Caller[];
}

export async function theCrowd(): Promise<Crowd> {
  const world = await aWorld();
  const { owner, baseId, spaceId } = world;
  const other = await aTable();
  const enter = async (
    person: Someone,
    name: string,
    standing: Omit<Person, "userId" | "name" | "cookie"> = {},
  ) => {
    const { userId } = person;
    return { userId, name, cookie: (await aSession(userId)).cookie, ...standing };
  };
  const people = await Promise.all([
    enter(owner, "creator of everything", { inSpace: "owner", isAdministrator: true }),
    ...roles.map(async (inBase) => enter(await aMember(baseId, inBase), `base ${inBase}`, { inBase })),
    ...roles.map(async (inSpace) => enter(await aMember(spaceId, inSpace), `space ${inSpace}`, { inSpace })),
    enter(await someone(), "no role"),
    enter(other.owner, "owner of another base"),
  ]);
  return {
    world,
    people: people as Crowd["people"],
    elsewhere: { spaceIds: [other.spaceId], baseIds: [other.baseId] },
    app: await theApplication(appScopes),
    appWithout: (scope) => theApplication(appScopes.filter((each) => each !== scope)),
    nobodies: await nobodies(owner, await aMember(spaceId, "owner")),
  };
}

/** With its own owner, because the number of applications of a user is limited. */
async function theApplication(scopes: Scope[]): Promise<ClientItem> {
  const { clientId } = await anApplication(await someone(), { scopes });
  const client = await getItem<ClientItem>(clientKey(clientId));
  if (!client) throw new Error(`application ${clientId} does not exist`);
  return client;
}

const nothing = { fromOurPage: false, roleAt: () => undefined };
const dead = { kind: "personal", good: false, has: () => false, reaches: () => false } as const;
const isBearer = (authorization: string) => /^bearer +\S+ *$/i.test(authorization);
const cookieOf = (cookie: string) => ({ cookie: `auth_session=${cookie}` });

async function nobodies(owner: Someone, former: Someone): Promise<Caller[]> {
  const tokens: [string, string][] = [...(await badTokens(owner)), ...(await deadAppTokens(owner))];
  const sessions = await badSessions(former, owner);
  return [
    { ...nothing, name: "nothing", headers: {} },
    { ...nothing, name: "nothing, from our page", headers: fromOurPage(), fromOurPage: true },
    ...tokens.map(([name, authorization]) => ({
      ...nothing,
      name,
      headers: { authorization },
      ...(isBearer(authorization) && { token: dead }),
    })),
    ...sessions.flatMap(([name, cookie]) => {
      const caller = { ...nothing, name, session: "bad" as const, fromOurPage: true };
      const headers = { ...fromOurPage(), ...cookieOf(cookie) };
      return [{ ...caller, headers }, byScript({ ...caller, headers })];
    }),
  ];
}

/** Tokens of deleted applications, and tokens that were revoked or have expired. */
async function deadAppTokens(owner: Someone): Promise<[string, string][]> {
  const ended = async (end: (client: ClientItem, token: Item) => Change): Promise<string> => {
    const { clientId } = await anApplication(owner, { scopes: appScopes });
    const text = await anAppToken({ clientId }, owner.userId, appScopes);
    const [client, token] = await Promise.all([
      getItem<ClientItem>(clientKey(clientId)),
      getItem(key(hash(text))),
    ]);
    if (!client || !token) throw new Error("the token does not exist");
    await commit([end(client, token)]);
    return `Bearer ${text}`;
  };
  return [
    ["of a deleted application", await ended((client) => remove(client))],
    [
      "of an earlier generation",
      await ended((client) => change(client, { generation: client.generation + 1 })),
    ],
    [
      "an application's expired token",
      await ended((_, token) => change(token, { expiredTime: "2020-01-01T00:00:00.000Z" })),
    ],
    ["an application's revoked token", await ended((_, token) => remove(token))],
    ["an application's token that was never issued", `Bearer ${newToken(newClientId())}`],
  ];
}

/**
 * All callers with all credentials, for one row of the matrix. If the row needs no role, two people are enough. `few` reduces the number of
 * combinations: the owner has all credentials, each other person the strongest one and a sample of the others.
 */
export async function callersOf(
  { askedAt, scope }: AccessRow,
  crowd: Crowd,
  few?: <Each>(all: Each[], place: number) => Each[],
): Promise<Caller[]> {
  const isPlaced = askedAt === "base" || askedAt === "space";
  const people = isPlaced ? crowd.people : [crowd.people[0], crowd.people.at(-1) as Person];
  const own = (allScopes as string[]).includes(scope) ? (scope as Scope) : "view|read";
  const cut = await crowd.appWithout(own);
  const inserts = new Map<Caller, Change>();
  const callers = people.flatMap((person, i) => {
    const [best, ...rest] = [
      ...personalTokens(person, own, crowd, inserts),
      ...appTokens(person, own, crowd.app, cut, inserts),
      byScript(sessionFrom(person, "our page", fromOurPage())),
      sessionFrom(person, "our page", fromOurPage()),
    ];
    return [best as Caller, ...(few && i > 0 ? few(rest, i) : rest)];
  });
  const made = callers.flatMap((caller) => inserts.get(caller) ?? []);
  for (let i = 0; i < made.length; i += 100) await commit(made.slice(i, i + 100));
  const others = [...fromElsewhere(crowd.people[0]), ...crowd.nobodies, ...mixed(callers, crowd)];
  return [...callers, ...(few ? few(others, 0) : others)];
}

const standingOf = ({ inBase, inSpace, isAdministrator = false }: Person) => ({
  roleAt: (place: Place) => (place === "base" ? (inBase ?? inSpace) : inSpace),
  isAdministrator,
});
const expiredTime = "2999-01-01T00:00:00.000Z";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function personalTokens(
  person: Person,
  own: Scope,
  { world: { baseId, spaceId }, elsewhere }: Crowd,
  inserts: Map<Caller, Change>,
): Caller[] {
  const others = allScopes.filter((each) => each !== own);
  const kinds: [string, Scope[], Reach | null, Place[]][] = [
    ["all scopes", allScopes, null, ["base", "space"]],
    ["the scope alone", [own], null, ["base", "space"]],
    ["all other scopes", others, null, ["base", "space"]],
    ["for the base", allScopes, { spaceIds: [], baseIds: [baseId] }, ["base"]],
    ["for the space", allScopes, { spaceIds: [spaceId], baseIds: [] }, ["base", "space"]],
    ["for another base", allScopes, elsewhere, []],
  ];
  return kinds.map(([name, scopes, reach, places]) => {
    const id = newAccessTokenId();
    const text = newToken(id);
    const grant = { id, userId: person.userId, name, scopes, reach, expiredTime, createdTime: expiredTime };
    const caller: Caller = {
      name: `${person.name}, token, ${name}`,
      headers: bearer(text),
      fromOurPage: false,
      token: {
        kind: "personal",
        good: true,
        has: (scope) => (scopes as string[]).includes(scope),
        reaches: (place) => places.includes(place),
      },
      ...standingOf(person),
    };
    inserts.set(caller, insert({ ...key(hash(text)), entity: "token", ...grant }));
    return caller;
  });
}

function appTokens(
  person: Person,
  own: Scope,
  app: ClientItem,
  cut: ClientItem,
  inserts: Map<Caller, Change>,
): Caller[] {
  const others = appScopes.filter((each) => each !== own);
  const kinds: [string, ClientItem, Scope[], Scope[], TokenResource?][] = [
    ["all scopes", app, appScopes, appScopes],
    ["the scope alone", app, [own], appScopes],
    ["all other scopes", app, others, appScopes],
    ["a scope that the application has lost", cut, [own], others],
    ["all scopes, for the tools", app, appScopes, appScopes, "tools"],
    ["all scopes, for the service", app, appScopes, appScopes, "all"],
  ];
  return kinds.map(([name, client, granted, left, resource]) => {
    const text = newToken(client.clientId);
    const caller: Caller = {
      name: `${person.name}, application, ${name}`,
      headers: bearer(text),
      fromOurPage: false,
      token: {
        kind: "application",
        good: true,
        ...(resource && { resource }),
        reaches: () => true,
        has: (scope) => granted.includes(scope as Scope) && left.includes(scope as Scope),
      },
      ...standingOf(person),
    };
    inserts.set(caller, oauthToken(text, person.userId, client, granted, resource));
    return caller;
  });
}

const oauthToken = (
  text: string,
  userId: UserId,
  { clientId, generation }: ClientItem,
  scopes: Scope[],
  resource: TokenResource | undefined,
): Change =>
  insert({
    ...key(hash(text)),
    entity: "oauthToken",
    resource,
    userId,
    clientId,
    scopes,
    generation,
    expiredTime,
  });

/** The browser of a signed-in user on pages of other origins. */
const fromElsewhere = (person: Person): Caller[] => [
  ...foreignOrigins.flatMap((origin) => {
    const { host } = fromOurPage();
    const caller = sessionFrom(person, String(origin), { host, ...(origin !== undefined && { origin }) });
    return [caller, byScript(caller)];
  }),
  ...["cross-site", "same-site", "none"].map((site) => {
    const { name, ...caller } = sessionFrom(person, "our page", { ...fromOurPage(), "sec-fetch-site": site });
    return { ...caller, name: `${name}, which the browser calls ${site}`, headers: withWindow(caller) };
  }),
];

const withWindow = ({ headers }: Pick<Caller, "headers">) => ({ ...headers, "x-window-id": "w" });

/** As a script of the page sends it. */
const byScript = (caller: Caller): Caller => ({
  ...caller,
  name: `${caller.name}, by a script`,
  headers: withWindow(caller),
  isScript: true,
});

const sessionFrom = (person: Person, from: string, headers: Record<string, string>): Caller => ({
  name: `${person.name}, signed in, from ${from}`,
  session: "good",
  headers: { ...headers, ...cookieOf(person.cookie) },
  fromOurPage: from === "our page",
  ...standingOf(person),
});

/** Callers with both a session and a token: for endpoints that take tokens the token decides, valid or not. */
function mixed(callers: Caller[], { people: [owner], nobodies }: Crowd): Caller[] {
  const session = sessionFrom(owner, "our page", fromOurPage());
  const withTokens = [...callers.slice(0, 10), ...nobodies].filter(({ token }) => token);
  return withTokens.map((caller) => ({
    ...caller,
    ...session,
    name: `${session.name}, with ${caller.name}`,
    headers: { ...session.headers, ...caller.headers },
    ...(caller.token && { token: caller.token }),
  }));
}
