/* Who a client is, and how it shows that. */
import { expect, test } from "vitest";
import { hash } from "#lib/data/identity/token-text";
import { type ClientItem, clientKey } from "#lib/data/oauth/clients";
import { newClientId, newSecret, newSecretId } from "#lib/schemas/basics/ids";
import { commit, removeKey } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import {
  type App,
  aCode,
  anApp,
  aPerson,
  basic,
  changeApp,
  credentials,
  exchange,
  form,
  isAlive,
  post,
  refusal,
  tokensOf,
  verifier,
} from "#test/support/makers/oauth";

const [person, app, other, publicApp] = await Promise.all([
  aPerson(),
  anApp(),
  anApp(),
  anApp({ confidential: false }),
]);
const header = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
const invalidClient = { status: 401, error: "invalid_client" };

test.each<[string, App]>([
  ["another secret", { ...app, secret: newSecret() }],
  ["another client's secret", { ...app, secret: other.secret ?? "" }],
  ["the secret in capital letters", { ...app, secret: app.secret?.toUpperCase() ?? "" }],
  ["its hash", { ...app, secret: hash(app.secret ?? "") }],
  ["no secret", { clientId: app.clientId }],
  ["an empty secret", { ...app, secret: "" }],
  ["a client that is not there", { clientId: newClientId(), secret: app.secret ?? "" }],
  ["a client id that is none", { clientId: "nope" as typeof app.clientId }],
  ["a secret for a client that has none", { ...publicApp, secret: newSecret() }],
])("401: %s", async (_, wrong) => {
  const code = await aCode(app, person);
  const inBody = await exchange(wrong, code);
  expect(refusal(inBody)).toEqual(invalidClient);
  expect(inBody.headers["www-authenticate"]).toBeUndefined();

  const sent = { grant_type: "authorization_code", code, code_verifier: verifier };
  const inHeader = await post("", form(sent, basic(wrong)));
  expect(refusal(inHeader)).toEqual(invalidClient);
  expect(inHeader.headers["www-authenticate"]).toMatch(/^Basic realm=/);
  expect((await exchange(app, code)).status).toBe(200);
});

test.each([
  "Basic",
  "Basic !!!",
  `Basic ${Buffer.from("no colon").toString("base64")}`,
  `Basic ${Buffer.from(":").toString("base64")}`,
  `Basic ${Buffer.from("%zz:%zz").toString("base64")}`,
  "Bearer gridless_x",
  "Digest x",
])("401: the header Authorization: %s", async (authorization) => {
  const answer = await post("", form({ grant_type: "authorization_code", code: "x" }, { authorization }));
  expect(refusal(answer)).toEqual(invalidClient);
  expect(answer.headers["www-authenticate"]).toMatch(/^Basic/);
});

test("401: a confidential client whose secrets are all deleted gets nothing, with or without them", async () => {
  const app = await anApp();
  const code = await aCode(app, person);
  await changeApp(app, { secrets: [] });
  expect(refusal(await exchange(app, code))).toEqual(invalidClient);
  expect(refusal(await exchange({ clientId: app.clientId }, code, { code_verifier: verifier }))).toEqual(
    invalidClient,
  );
});

test("401: an application that was deleted", async () => {
  const app = await anApp();
  const [code, given] = [await aCode(app, person), await tokensOf(app, person)];
  await commit([removeKey(clientKey(app.clientId))]);
  expect(refusal(await exchange(app, code))).toEqual(invalidClient);
  expect(await isAlive(person, given)).toBe(false);
});

test("200: each of several secrets; both parts of Basic are form-urlencoded", async () => {
  const app = await anApp();
  const item = await getItem<ClientItem>(clientKey(app.clientId));
  const second = "a b+c:d%é";
  const made = { id: newSecretId(), hash: hash(second), ending: "x", createdTime: new Date().toISOString() };
  await changeApp(app, { secrets: [made, ...(item?.secrets ?? [])] });
  expect((await exchange(app, await aCode(app, person))).status).toBe(200);
  expect((await exchange({ ...app, secret: second }, await aCode(app, person))).status).toBe(200);
  const encoded = new URLSearchParams({ "": second }).toString().slice(1);
  const sent = { grant_type: "authorization_code", code: await aCode(app, person) };
  expect((await post("", form(sent, header(`${app.clientId}:${encoded}`)))).status).toBe(200);
  const used = (await getItem<ClientItem>(clientKey(app.clientId)))?.secrets.map(
    ({ lastUsedTime }) => lastUsedTime,
  );
  expect(used).toEqual([expect.stringMatching(/^20/), expect.stringMatching(/^20/)]);
});

test("200: a public client may send its id in the header, with an empty secret", async () => {
  const sent = {
    grant_type: "authorization_code",
    code: await aCode(publicApp, person),
    code_verifier: verifier,
  };
  expect((await post("", form(sent, basic(publicApp)))).status).toBe(200);
});

test("400: two ways at once", async () => {
  const sent = { grant_type: "authorization_code", code: await aCode(app, person) };
  const both = await post("", form({ ...sent, ...credentials(app) } as Record<string, string>, basic(app)));
  expect(refusal(both)).toEqual({ status: 400, error: "invalid_request" });
  const two = await post("", form({ ...sent, client_id: other.clientId }, basic(app)));
  expect(refusal(two)).toEqual({ status: 400, error: "invalid_request" });
  expect((await post("", form({ ...sent, client_id: app.clientId }, basic(app)))).status).toBe(200);
});
