import { expect, test } from "vitest";
import { handler as listAuthorized } from "#functions/oauth/list-authorized-clients";
import { handler as revokeOwnToken } from "#functions/oauth/revoke-own-token";
import { handler as listTables } from "#functions/table/list-tables";
import type { Scope } from "#lib/schemas/identity/scopes";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { noClient } from "#test/support/makers/ids";
import { aBase, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const owner = await someone();
const scopes: Scope[] = ["table|read"];
const revoke = (clientId: string, token: string) =>
  call(revokeOwnToken, { as: { token }, params: { clientId } });
const list = async (token: string, baseId: string) =>
  (await call(listTables, { as: { token }, params: { baseId } })).status;

test("200: ends all that its user let the application do, and nothing of others", async () => {
  const [user, other] = [await someone(), await someone()];
  const [{ baseId }, others] = [await aBase(user), await aBase(other)];
  const client = await anApplication(owner, { scopes });
  const token = await anAppToken(client, user.userId, scopes);
  const second = await anAppToken(client, user.userId, scopes);
  const ofOther = await anAppToken(client, other.userId, scopes);

  const { status, body } = await revoke(client.clientId, token);
  expect({ status, body }).toEqual({ status: 200, body: "" });
  expect([await list(token, baseId), await list(second, baseId)]).toEqual([401, 401]);
  expect(await list(ofOther, others.baseId)).toBe(200);
  expect((await call(listAuthorized, { as: user })).body).toEqual([]);
  expect((await revoke(client.clientId, token)).status).toBe(401);
});

test("200: whatever the token's scopes are", async () => {
  const client = await anApplication(owner);
  expect((await revoke(client.clientId, await anAppToken(client, owner.userId, []))).status).toBe(200);
});

test("404: a personal token, also its maker's, and one of another application hear what they hear of none", async () => {
  const user = await someone();
  const { baseId } = await aBase(user);
  const [client, other] = [await anApplication(user, { scopes }), await anApplication(owner, { scopes })];
  const token = await anAppToken(client, user.userId, scopes);
  const ofAnother = await anAppToken(other, user.userId, scopes);
  for (const wrong of [user.token, owner.token, ofAnother])
    for (const id of [client.clientId, noClient(), "nope"]) {
      const { status, body } = await revoke(id, wrong);
      const message = `There is no client ${id}, or you have no access to it`;
      expect({ status, message: body.message }).toEqual({ status: 404, message });
    }
  expect([await list(token, baseId), await list(ofAnother, baseId)]).toEqual([200, 200]);
});
