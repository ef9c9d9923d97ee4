import { expect, test } from "vitest";
import { handler as deleteClient } from "#functions/oauth/delete-client";
import { handler as listAuthorized } from "#functions/oauth/list-authorized-clients";
import { handler as revokeAccess } from "#functions/oauth/revoke-client-access";
import { handler as updateClient } from "#functions/oauth/update-client";
import { readingOf, toolScopes } from "#lib/schemas/identity/scopes";
import { aClientInput, anApplication, anAppToken } from "#test/support/makers/applications";
import { aBase, aToken, someone } from "#test/support/makers/makers";
import { aPerson } from "#test/support/makers/oauth";
import { anUnverifiedApp, tokensFor } from "#test/support/makers/unverified";
import { call } from "#test/support/requests/call";
import { nextMillisecond } from "#test/support/run/next-millisecond";

const owner = await someone();
const scopes = ["table|read" as const, "view|read" as const];
const list = async (as: { token: string }) => (await call(listAuthorized, { as })).body;

test("200: only applications that the caller authorized, the latest first, with their scopes", async () => {
  const [user, other] = [await someone(), await someone()];
  const first = await anApplication(owner, { scopes, logo: "https://a.example/logo", description: "Plans" });
  const second = await anApplication(owner, { scopes, name: "Second" });
  await anAppToken(first, user.userId, scopes);
  await nextMillisecond();
  await nextMillisecond();
  await anAppToken(second, user.userId, ["view|read"]);
  await anAppToken(first, other.userId, scopes);
  const { name, homepage } = aClientInput;
  const authorizedTime = expect.stringMatching(/^\d{4}-/);
  expect(await list(user)).toEqual([
    {
      clientId: second.clientId,
      name: "Second",
      homepage,
      scopes: ["view|read"],
      access: [{ scopes: ["view|read"] }],
      authorizedTime,
    },
    {
      clientId: first.clientId,
      name,
      homepage,
      description: "Plans",
      logo: "https://a.example/logo",
      scopes,
      access: [{ scopes }],
      authorizedTime,
    },
  ]);
  expect(await list(other)).toMatchObject([{ clientId: first.clientId }]);
  expect(await list(owner)).toEqual([]);
});

test("200: one with two token families is listed once", async () => {
  const user = await someone();
  const client = await anApplication(owner, { scopes });
  await anAppToken(client, user.userId, scopes);
  await anAppToken(client, user.userId, scopes);
  expect(await list(user)).toMatchObject([{ clientId: client.clientId }]);
});

test("200: its present name, and only scopes that it still has", async () => {
  const user = await someone();
  const client = await anApplication(owner, { scopes });
  await anAppToken(client, user.userId, scopes);
  const body = { ...aClientInput, name: "Renamed", scopes: ["view|read", "record|read"] };
  await call(updateClient, { as: owner, params: { clientId: client.clientId }, body });
  expect(await list(user)).toMatchObject([{ name: "Renamed", scopes: ["view|read"] }]);
});

test("200: leaves out deleted and revoked applications; one authorized again is back", async () => {
  const user = await someone();
  const [deleted, cutOff] = [await anApplication(owner, { scopes }), await anApplication(owner, { scopes })];
  for (const client of [deleted, cutOff]) await anAppToken(client, user.userId, scopes);
  expect(await list(user)).toHaveLength(2);
  await call(deleteClient, { as: owner, params: { clientId: deleted.clientId } });
  await call(revokeAccess, { as: owner, params: { clientId: cutOff.clientId } });
  expect(await list(user)).toEqual([]);
  await anAppToken(cutOff, user.userId, scopes);
  expect(await list(user)).toMatchObject([{ clientId: cutOff.clientId }]);
});

test("200: where its tokens reach, and what they may do there: of one that no person registered", async () => {
  const [user, app] = await Promise.all([aPerson(), anUnverifiedApp()]);
  const token = { token: await aToken(user.userId) };
  const other = await aBase(user);
  await tokensFor(app, user, { may: "asked", reach: "chosen", bases: [other.baseId] });
  const reading = readingOf(toolScopes);
  for (let i = 0; i < 2; i++) await tokensFor(app, user, { reach: "chosen", bases: [user.baseId] });
  const [shown] = await list(token);
  expect(shown).toMatchObject({ clientId: app.clientId, unverified: true });
  const inBase = (baseId: string) => ({ spaceIds: [], baseIds: [baseId] });
  expect(
    shown.access.toSorted((a: { scopes: [] }, b: { scopes: [] }) => a.scopes.length - b.scopes.length),
  ).toEqual([
    { scopes: reading, reach: inBase(user.baseId) },
    { scopes: toolScopes, reach: inBase(other.baseId) },
  ]);
});
