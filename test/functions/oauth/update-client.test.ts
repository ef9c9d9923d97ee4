import { expect, test } from "vitest";
import { handler as listBases } from "#functions/base/list-bases";
import { handler as createSecret } from "#functions/oauth/create-client-secret";
import { handler as deleteClient } from "#functions/oauth/delete-client";
import { handler as getClient } from "#functions/oauth/get-client";
import { handler as updateClient } from "#functions/oauth/update-client";
import { handler as listTables } from "#functions/table/list-tables";
import type { Scope } from "#lib/schemas/identity/scopes";
import { aClientInput, anApplication, anAppToken } from "#test/support/makers/applications";
import { noClient } from "#test/support/makers/ids";
import { aBase, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const owner = await someone();
const update = (clientId: string, input: object, as = owner) =>
  call(updateClient, { as, params: { clientId }, body: { ...aClientInput, ...input } });
const get = async (clientId: string) => (await call(getClient, { as: owner, params: { clientId } })).body;
const described = { description: "Plans", logo: "https://a.example/logo", scopes: ["table|read"] as Scope[] };

test("200: every member changes; the application is as the answer shows it", async () => {
  const { clientId, createdTime } = await anApplication(owner, described);
  const input = {
    name: "Other",
    description: "Else",
    logo: "https://b.example/logo",
    homepage: "https://b.example",
    redirectUris: ["http://localhost/", "https://b.example"],
    scopes: ["view|read", "record|read"],
  };
  const { status, body } = await update(clientId, input);
  expect({ status, body }).toEqual({
    status: 200,
    body: { ...input, clientId, createdTime, secrets: [], confidential: false },
  });
  expect(await get(clientId)).toEqual(body);
});

test("200: description and logo that are left out stay; scopes that are left out are none", async () => {
  const { clientId } = await anApplication(owner, described);
  const { body } = await update(clientId, {});
  expect(body).toMatchObject({ description: "Plans", logo: "https://a.example/logo", scopes: [] });
  expect(await get(clientId)).toEqual(body);
});

test.each([null, ""])("200: %j takes description and logo away", async (none) => {
  const { clientId } = await anApplication(owner, described);
  const { body } = await update(clientId, { description: none, logo: none });
  expect(body).not.toHaveProperty("description");
  expect(body).not.toHaveProperty("logo");
  expect(await get(clientId)).toEqual(body);
});

test("200: clientId and secrets in the body are ignored; the answer shows secrets masked, newest first", async () => {
  const { clientId } = await anApplication(owner);
  const params = { clientId };
  const first = (await call(createSecret, { as: owner, params })).body;
  const second = (await call(createSecret, { as: owner, params })).body;
  const other = await anApplication(owner);
  const { body } = await update(clientId, { clientId: other.clientId, secrets: [] });
  expect(body).toMatchObject({
    clientId,
    confidential: true,
    secrets: [second, first].map(({ id, secret }) => ({ id, secret: "*".repeat(30) + secret.slice(-10) })),
  });
  expect(await get(clientId)).toEqual(body);
  expect(await get(other.clientId)).toEqual(other);
});

test("400: required members cannot be left out; nothing changes", async () => {
  const client = await anApplication(owner, described);
  const answer = await call(updateClient, { as: owner, params: { clientId: client.clientId }, body: {} });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["name", "homepage", "redirectUris"] });
  const wrong = await update(client.clientId, {
    redirectUris: ["http://a.example"],
    scopes: ["plugin|update"],
  });
  expect(refusal(wrong)).toEqual({ status: 400, paths: ["redirectUris[0]", "scopes[0]"] });
  expect(await get(client.clientId)).toEqual(client);
});

test("404: an application of somebody else is like one that was never made, and stays as it is", async () => {
  const client = await anApplication(owner);
  const none = noClient();
  const stranger = await someone();
  const [theirs, nowhere] = await Promise.all([
    update(client.clientId, { name: "Mine" }, stranger),
    update(none, { name: "Mine" }, stranger),
  ]);
  expect([theirs.status, nowhere.status]).toEqual([404, 404]);
  expect(theirs.body.message).toBe(nowhere.body.message.replace(none, client.clientId));
  expect(await get(client.clientId)).toEqual(client);
});

test("200: of changes at the same time the last one holds wholly, and no secret made meanwhile is lost", async () => {
  const { clientId } = await anApplication(owner);
  const params = { clientId };
  const inputs = Array.from({ length: 5 }, (_, i) => ({ name: `N${i}`, description: `D${i}` }));
  const [updates, secrets] = await Promise.all([
    Promise.all(inputs.map((input) => update(clientId, input))),
    Promise.all(Array.from({ length: 5 }, () => call(createSecret, { as: owner, params }))),
  ]);
  expect(updates.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(secrets.map(({ status }) => status)).toEqual(Array(5).fill(201));
  const client = await get(clientId);
  expect(inputs).toContainEqual({ name: client.name, description: client.description });
  const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).sort();
  expect(idsOf(client.secrets)).toEqual(idsOf(secrets.map(({ body }) => body)));
});

test("a change never brings back an application that is deleted meanwhile", async () => {
  const { clientId } = await anApplication(owner);
  const params = { clientId };
  const [updates, deleted] = await Promise.all([
    Promise.all([1, 2, 3].map(() => update(clientId, { name: "New" }))),
    call(deleteClient, { as: owner, params }),
  ]);
  expect(deleted.status).toBe(200);
  for (const { status } of updates) expect([200, 404]).toContain(status);
  expect((await call(getClient, { as: owner, params })).status).toBe(404);
});

test("a scope that the application has no more is gone from its tokens at the next request, and comes back with it", async () => {
  const user = await someone();
  const { baseId } = await aBase(user);
  const scopes: Scope[] = ["table|read", "view|read"];
  const { clientId } = await anApplication(owner, { scopes });
  const as = { token: await anAppToken({ clientId }, user.userId, ["table|read"]) };
  const list = async () => (await call(listTables, { as, params: { baseId } })).status;
  expect(await list()).toBe(200);
  await update(clientId, { scopes: ["view|read"] });
  expect(await list()).toBe(403);
  await update(clientId, { scopes });
  expect(await list()).toBe(200);
  // what it was never given it has not, whatever the application may ask for
  expect((await call(listBases, { as })).status).toBe(403);
});
