import { expect, test } from "vitest";
import { handler as getClient } from "#functions/oauth/get-client";
import { handler as revokeAccess } from "#functions/oauth/revoke-client-access";
import { handler as listTables } from "#functions/table/list-tables";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { noClient } from "#test/support/makers/ids";
import { aBase, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const owner = await someone();
const revoke = (clientId: string, as = owner) => call(revokeAccess, { as, params: { clientId } });
const list = async (token: string, baseId: string) =>
  (await call(listTables, { as: { token }, params: { baseId } })).status;

test("200: the tokens of every user end at once, also by two at the same time; new ones can be given", async () => {
  const client = await anApplication(owner, { scopes: ["table|read"] });
  const users = await Promise.all([1, 2].map(() => someone()));
  const tokens = await Promise.all(
    users.map(async (user) => ({
      ...(await aBase(user)),
      token: await anAppToken(client, user.userId, ["table|read"]),
    })),
  );
  for (const { token, baseId } of tokens) expect(await list(token, baseId)).toBe(200);
  const answers = await Promise.all([revoke(client.clientId), revoke(client.clientId)]);
  for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: "" });
  for (const { token, baseId } of tokens) expect(await list(token, baseId)).toBe(401);

  const [user] = users;
  const token = user && (await anAppToken(client, user.userId, ["table|read"]));
  expect(await list(token ?? "", tokens[0]?.baseId ?? "")).toBe(200);
  const { body } = await call(getClient, { as: owner, params: { clientId: client.clientId } });
  expect(body).toEqual(client);
});

test("404: for an application of somebody else, as for one that was never made; its tokens live on", async () => {
  const client = await anApplication(owner, { scopes: ["table|read"] });
  const user = await someone();
  const { baseId } = await aBase(user);
  const token = await anAppToken(client, user.userId, ["table|read"]);
  const none = noClient();
  const [theirs, nowhere] = await Promise.all([revoke(client.clientId, user), revoke(none, user)]);
  expect([theirs.status, nowhere.status]).toEqual([404, 404]);
  expect(theirs.body.message).toBe(nowhere.body.message.replace(none, client.clientId));
  expect(await list(token, baseId)).toBe(200);
});
