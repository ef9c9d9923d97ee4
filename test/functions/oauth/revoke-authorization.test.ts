import { expect, test } from "vitest";
import { handler as deleteClient } from "#functions/oauth/delete-client";
import { handler as listAuthorized } from "#functions/oauth/list-authorized-clients";
import { handler as revokeAuthorization } from "#functions/oauth/revoke-authorization";
import { handler as listTables } from "#functions/table/list-tables";
import type { Scope } from "#lib/schemas/identity/scopes";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { noClient } from "#test/support/makers/ids";
import { aBase, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const owner = await someone();
const scopes: Scope[] = ["table|read"];
const revoke = (clientId: string, as: { token: string }) =>
  call(revokeAuthorization, { as, params: { clientId } });
const list = async (token: string, baseId: string) =>
  (await call(listTables, { as: { token }, params: { baseId } })).status;

test("200: all its tokens of the caller end at once; those of others, and of other applications, do not", async () => {
  const [user, other] = [await someone(), await someone()];
  const [{ baseId }, others] = [await aBase(user), await aBase(other)];
  const [client, second] = [await anApplication(owner, { scopes }), await anApplication(owner, { scopes })];
  const ended = [
    await anAppToken(client, user.userId, scopes),
    await anAppToken(client, user.userId, scopes),
  ];
  const kept = await anAppToken(second, user.userId, scopes);
  const ofOther = await anAppToken(client, other.userId, scopes);

  const { status, body } = await revoke(client.clientId, user);
  expect({ status, body }).toEqual({ status: 200, body: "" });
  for (const token of ended) expect(await list(token, baseId)).toBe(401);
  expect(await list(kept, baseId)).toBe(200);
  expect(await list(ofOther, others.baseId)).toBe(200);
  expect((await call(listAuthorized, { as: user })).body).toMatchObject([{ clientId: second.clientId }]);

  // its maker has no say in what a user let in, nor lost one
  const again = await anAppToken(client, user.userId, scopes);
  expect(await list(again, baseId)).toBe(200);
});

test("404: one never let in, let in by others only, ended already, or that is none; all told the same", async () => {
  const user = await someone();
  const { clientId } = await anApplication(owner, { scopes });
  const ended = await anApplication(owner, { scopes });
  await anAppToken({ clientId }, (await someone()).userId, scopes);
  await anAppToken(ended, user.userId, scopes);
  const twins = await Promise.all([revoke(ended.clientId, user), revoke(ended.clientId, user)]);
  expect(twins.map(({ status }) => status)).toContain(200);
  for (const id of [clientId, noClient(), ended.clientId, "nope"]) {
    const { status, body } = await revoke(id, user);
    const message = `There is no client ${id}, or you have no access to it`;
    expect({ status, message: body.message }).toEqual({ status: 404, message });
  }
  // its maker did not let it in either
  expect((await revoke(clientId, owner)).status).toBe(404);
});

test("200: what a deleted application was granted can be cleared away", async () => {
  const user = await someone();
  const client = await anApplication(owner, { scopes });
  await anAppToken(client, user.userId, scopes);
  await call(deleteClient, { as: owner, params: { clientId: client.clientId } });
  expect((await revoke(client.clientId, user)).status).toBe(200);
  expect((await revoke(client.clientId, user)).status).toBe(404);
});
