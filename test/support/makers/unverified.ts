/* Applications that no person registered, and people who let them in. */
import { handler as registerClient } from "#functions/oauth/register-client";
import type { ClientId } from "#lib/schemas/basics/ids";
import { call } from "#test/support/requests/call";
import { type App, answer, answerOf, ask, exchange, type Given, type Person, pkce } from "./oauth.ts";

export const ownRedirect = "http://127.0.0.1:3000/callback";

/** The answer to a registration. */
export const register = (metadata: object = {}, headers = {}) =>
  call(registerClient, {
    body: { client_name: "Assistant", redirect_uris: [ownRedirect], ...metadata },
    headers,
  });

export async function anUnverifiedApp(metadata: object = {}): Promise<App> {
  const { status, body } = await register(metadata);
  if (status !== 201) throw new Error(`not registered: ${JSON.stringify(body)}`);
  return { clientId: body.client_id as ClientId };
}

/** The answer to the consent page, after the application asked. */
export async function decide(app: App, person: Person, choice: object, query = {}) {
  const asked = answerOf(await ask(app, person, { ...pkce, ...query }));
  return answer(person, { transaction_id: asked["transaction_id"], ...choice });
}

/** Tokens that the person allows with this choice. */
export async function tokensFor(app: App, person: Person, choice: object, query = {}): Promise<Given> {
  const { code } = answerOf(await decide(app, person, choice, query));
  const { status, body } = await exchange(app, code ?? "");
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(body)}`);
  return body;
}
