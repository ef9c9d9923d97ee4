/* Applications, and people who let them in. */
import { createHash } from "node:crypto";
import { handler as authorize } from "#functions/oauth/authorize";
import { handler as decide } from "#functions/oauth/decide";
import { handler as issueTokens } from "#functions/oauth/issue-tokens";
import { handler as listTables } from "#functions/table/list-tables";
import { hash } from "#lib/data/identity/token-text";
import { clientKey } from "#lib/data/oauth/clients";
import { type ClientId, newClientId, newSecret, newSecretId, randomText } from "#lib/schemas/basics/ids";
import { change, commit, insert } from "#lib/store/commit";
import { getItem, type Item, type Key } from "#lib/store/store";
import { type Answer, type Asking, call } from "#test/support/requests/call";
import { baseUrl } from "#test/support/run/target";
import { aBase, aSession, type Someone, someone } from "./makers.ts";

export const redirectUri = "https://app.example/callback?from=gridless";
/** What the service says of its own address; on AWS, by a setting, it may be another than where it is asked. */
export const issuer = process.env["GRIDLESS_ORIGIN"] ?? new URL(baseUrl() ?? "http://localhost").origin;
export const scopes = ["table|read", "record|read", "record|create"];

export interface App {
  clientId: ClientId;
  /** None: a public client. */
  secret?: string;
}

/** A confidential client, unless it is said to be public. */
export async function anApp({
  confidential = true,
  ...more
}: {
  confidential?: boolean;
  name?: string;
  redirectUris?: string[];
  scopes?: string[];
  logo?: string;
  homepage?: string;
  description?: string;
} = {}): Promise<App> {
  const clientId = newClientId();
  const secret = newSecret();
  const createdTime = new Date().toISOString();
  const ending = secret.slice(-10);
  await commit([
    insert({
      ...clientKey(clientId),
      entity: "client",
      clientId,
      userId: "usr0000000000000000",
      name: "Planner",
      homepage: "https://app.example/about",
      redirectUris: [redirectUri],
      scopes,
      secrets: confidential ? [{ id: newSecretId(), hash: hash(secret), ending, createdTime }] : [],
      confidential,
      generation: 1,
      createdTime,
      ...more,
    }),
  ]);
  return { clientId, ...(confidential && { secret }) };
}

/** Changes an item behind the back of all: what time, or its maker, would do. */
export async function changeItem(key: Key, attributes: object): Promise<void> {
  const item = await getItem<Item>(key);
  if (!item) throw new Error(`there is no ${key.pk}`);
  await commit([change(item, { ...attributes })]);
}
export const changeApp = ({ clientId }: App, attributes: object) =>
  changeItem(clientKey(clientId), attributes);

export interface Person extends Someone {
  cookie: string;
  baseId: string;
}

/** Somebody who is signed in and has a base. */
export async function aPerson(): Promise<Person> {
  const person = await someone();
  const [{ cookie }, { baseId }] = await Promise.all([aSession(person.userId), aBase(person)]);
  return { ...person, cookie, baseId };
}

export const verifier = `${randomText(43)}-._~`;
export const challenge = createHash("sha256").update(verifier).digest("base64url");
export const pkce = { code_challenge: challenge, code_challenge_method: "S256" };

type Query = Record<string, string | string[]>;

/** What a browser gets that the application sent to us. */
export const ask = ({ clientId }: App, person: Person | undefined, query: Query = {}) =>
  call(authorize, {
    ...(person && { signedIn: person }),
    query: { response_type: "code", client_id: clientId, ...query },
  });

/** The parameters of the address that a redirect leads to. */
export const answerOf = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(new URL(headers["location"] ?? "", issuer).searchParams);
export const placeOf = ({ headers }: Answer): string => (headers["location"] ?? "").split(/[?#]/)[0] ?? "";

const asking = (app: App, query: Query) => ({ ...(app.secret ? {} : pkce), ...query });

/** The id of a question that was put. */
export async function question(app: App, person: Person, query: Query = {}): Promise<string> {
  const answer = await ask(app, person, asking(app, query));
  const { transaction_id: id } = answerOf(answer);
  if (!id)
    throw new Error(`nothing was asked: ${answer.status} ${answer.headers["location"] ?? answer.body}`);
  return id;
}

export const answer = (person: Person, body: object) => call(decide, { signedIn: person, body });

/** A code that the person gave, asked or not. */
export async function aCode(app: App, person: Person, query: Query = {}): Promise<string> {
  const asked = answerOf(await ask(app, person, asking(app, query)));
  const { transaction_id } = asked;
  const { code } = transaction_id ? answerOf(await answer(person, { transaction_id })) : asked;
  if (!code) throw new Error(`no code: ${JSON.stringify(asked)}`);
  return code;
}

export const credentials = ({ clientId, secret }: App) => ({
  client_id: clientId,
  ...(secret && { client_secret: secret }),
});

export const post = (body: object | string, asking: Asking = {}) => call(issueTokens, { body, ...asking });

export const exchange = (app: App, code: string, more: object = {}) =>
  post({
    grant_type: "authorization_code",
    ...credentials(app),
    code,
    ...(app.secret ? {} : { code_verifier: verifier }),
    ...more,
  });
export const refresh = (app: App, token: string, more: object = {}) =>
  post({ grant_type: "refresh_token", ...credentials(app), refresh_token: token, ...more });

export interface Given {
  access_token: string;
  refresh_token: string;
}
export async function tokensOf(app: App, person: Person, query: Query = {}): Promise<Given> {
  const { status, body } = await exchange(app, await aCode(app, person, query));
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(body)}`);
  return body;
}

/** Whether a token opens what it is for. */
export async function isAlive(person: Person, { access_token: token }: Given): Promise<boolean> {
  const { status } = await call(listTables, { as: { token }, params: { baseId: person.baseId } });
  if (status !== 200 && status !== 401) throw new Error(`neither open nor closed: ${status}`);
  return status === 200;
}

/** A refusal as the protocol says it. */
export const refusal = ({ status, body }: Answer) => ({ status, error: body.error });
export const invalidGrant = { status: 400, error: "invalid_grant" };

/** As a form sends it. */
export const form = (
  body: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
) => ({
  body: new URLSearchParams(body).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
});
export const basic = ({ clientId, secret = "" }: App) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString("base64")}`,
});
