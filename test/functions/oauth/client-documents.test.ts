/* Applications whose id is the address of a document that describes them. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { handler as authorize } from "#functions/oauth/authorize";
import type { ClientId } from "#lib/schemas/basics/ids";
import {
  type App,
  answerOf,
  aPerson,
  ask,
  exchange,
  type Person,
  pkce,
  refresh,
} from "#test/support/makers/oauth";
import { decide, tokensFor } from "#test/support/makers/unverified";
import { call } from "#test/support/requests/call";
import { sendModern } from "#test/support/requests/mcp";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the documents are on this machine");
process.env["GRIDLESS_OUTGOING"] = "loopback";
afterAll(() => void delete process.env["GRIDLESS_OUTGOING"]);

interface Served {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}
let served: Served;
let asks = 0;
const server = createServer((_, response) => {
  asks++;
  const { status = 200, headers = {}, body } = served;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => void server.close());
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

const redirect = "http://localhost:3000/callback";
const chosen = (person: Person) => ({ reach: "chosen", bases: [person.baseId] });
let count = 0;
/** An application with a new address. */
const anApp = (): App => ({ clientId: `http://${host}/client-${++count}.json` as ClientId });
const described = ({ clientId }: App, more: object = {}) => ({
  client_id: clientId,
  client_name: "Assistant",
  redirect_uris: [redirect],
  token_endpoint_auth_method: "none",
  ...more,
});
let person: Person;
beforeEach(async () => {
  person = await aPerson();
  asks = 0;
});

test("the whole way; the document is read once, and its host is shown", async () => {
  const app = anApp();
  served = { body: described(app), headers: { "cache-control": "max-age=600" } };
  const tokens = await tokensFor(app, person, chosen(person));
  expect(tokens.access_token).toMatch(/^gridless_clt[0-9a-z]{16}_/);
  expect((await sendModern({ token: tokens.access_token }, "tools/list")).status).toBe(200);
  const next = await refresh(app, tokens.refresh_token);
  expect(next.status).toBe(200);
  await tokensFor(app, await aPerson(), { may: "read", reach: "all" });
  expect(asks).toBe(1);
  // its id of ours is no name of it
  const [clientId] = /clt[0-9a-z]{16}/.exec(tokens.access_token) ?? [];
  expect((await ask({ clientId: clientId as ClientId }, person, pkce)).status).toBe(401);
  expect((await refresh({ clientId: clientId as ClientId }, next.body.refresh_token)).status).toBe(401);
});

test("a visitor who is not signed in does not make us read anything", async () => {
  const app = anApp();
  served = { body: described(app) };
  const answer = await call(authorize, {
    query: { response_type: "code", client_id: app.clientId, ...pkce },
  });
  expect({ status: answer.status, location: answer.headers["location"] }).toEqual({
    status: 302,
    location: expect.stringMatching(/^\/auth\/sign-in\?next=/),
  });
  expect(asks).toBe(0);
});

test("a document that changes counts at the next question, and its former redirect URI no longer", async () => {
  const app = anApp();
  served = { body: described(app), headers: { "cache-control": "no-store" } };
  const before = await ask(app, person, pkce);
  expect(answerOf(before)["transaction_id"]).toBeDefined();
  served = {
    body: described(app, { redirect_uris: ["https://new.example/cb"] }),
    headers: { "cache-control": "no-store" },
  };
  expect((await ask(app, person, { ...pkce, redirect_uri: redirect })).status).toBe(400);
  // a question that was open leads nowhere now
  expect(
    (
      await call(authorize, {
        signedIn: person,
        query: { response_type: "code", client_id: app.clientId, ...pkce },
      })
    ).status,
  ).toBe(302);
  expect(asks).toBe(3);
});

test("several questions at the same moment make one application", async () => {
  const app = anApp();
  served = { body: described(app) };
  const all = await Promise.all(Array.from({ length: 5 }, () => decide(app, person, chosen(person))));
  const codes = all.map((each) => answerOf(each)["code"] ?? "");
  for (const code of codes) expect((await exchange(app, code)).status).toBe(200);
});

test.each<[string, (app: App) => Served]>([
  ["another client_id", (app) => ({ body: described(app, { client_id: `http://${host}/other.json` }) })],
  ["no client_id", (app) => ({ body: described(app, { client_id: undefined }) })],
  ["the client_id with a slash more", (app) => ({ body: described(app, { client_id: `${app.clientId}/` }) })],
  ["no redirect URIs", (app) => ({ body: described(app, { redirect_uris: [] }) })],
  [
    "redirect URIs of no use",
    (app) => ({ body: described(app, { redirect_uris: ["javascript:alert(1)"] }) }),
  ],
  ["a secret", (app) => ({ body: described(app, { token_endpoint_auth_method: "client_secret_post" }) })],
  ["a key", (app) => ({ body: described(app, { token_endpoint_auth_method: "private_key_jwt" }) })],
  ["no JSON", () => ({ body: "<html>" })],
  ["JSON of a list", () => ({ body: [] })],
  ["HTML", (app) => ({ body: described(app), headers: { "content-type": "text/html" } })],
  ["a 404", (app) => ({ body: described(app), status: 404 })],
  ["a redirect", (app) => ({ body: described(app), status: 302, headers: { location: `http://${host}/x` } })],
  ["too many bytes", (app) => ({ body: described(app, { more: "x".repeat(11_000) }) })],
  ["a name that is too long", (app) => ({ body: described(app, { client_name: "x".repeat(256) }) })],
])("400: a document with %s", async (_, serve) => {
  const app = anApp();
  served = serve(app);
  const answer = await ask(app, person, pkce);
  expect({ status: answer.status, redirected: answer.headers["location"] }).toEqual({ status: 400 });
  expect(answer.body).toContain("client_id");
  expect(asks).toBe(1);
});

test.each([
  ...["http://app.example/client.json", "https://169.254.169.254/latest/meta-data", "https://10.0.0.1/x"],
  ...["https://[::1]/x", "https://localhost.internal/x", "https://metadata.google.internal/x"],
  ...["https://app.example", "https://app.example/", "https://app.example/x#y", "https://u:p@app.example/x"],
  ...["https://app.example/a/../b", "HTTPS://app.example/x", "https://app.example:22/x", "https:///x"],
])("400: the address %s, without a call", async (clientId) => {
  const answer = await ask({ clientId: clientId as ClientId }, person, pkce);
  expect(answer.status).toBe(400);
  expect(answer.body).toContain("client_id");
});

test("429: a person who makes us read many documents", async () => {
  served = { body: "nothing" };
  const statuses: number[] = [];
  for (let i = 0; i < 25; i++) statuses.push((await ask(anApp(), person, pkce)).status);
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 400));
  expect(statuses.at(-1)).toBe(429);
});
