import { expect, test } from "vitest";
import { handler as deleteClient } from "#functions/oauth/delete-client";
import { handler as getClient } from "#functions/oauth/get-client";
import { handler as listTables } from "#functions/table/list-tables";
import { readAll } from "#lib/store/store";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { noClient } from "#test/support/makers/ids";
import { aBase, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const owner = await someone();
const remove = (clientId: string, as = owner) => call(deleteClient, { as, params: { clientId } });

test("200: it is gone, with its entry and all it may do for anybody; others live on", async () => {
  const user = await someone();
  const { baseId } = await aBase(user);
  const [client, other] = await Promise.all(
    [1, 2].map(() => anApplication(owner, { scopes: ["table|read"] })),
  );
  if (!client || !other) throw new Error("two were made");
  const [token, kept] = await Promise.all(
    [client, other].map((each) => anAppToken(each, user.userId, ["table|read"])),
  );
  const list = async (token = "") => (await call(listTables, { as: { token }, params: { baseId } })).status;
  expect([await list(token), await list(kept)]).toEqual([200, 200]);

  const { status, body } = await remove(client.clientId);
  expect({ status, body }).toEqual({ status: 200, body: "" });
  expect([await list(token), await list(kept)]).toEqual([401, 200]);
  const params = { clientId: client.clientId };
  expect((await call(getClient, { as: owner, params })).status).toBe(404);
  const entries = await readAll({ pk: `USER#${owner.userId}` });
  expect(JSON.stringify(entries)).not.toContain(client.clientId);
});

test("404: it is deleted once, also by two at the same time", async () => {
  const { clientId } = await anApplication(owner);
  const answers = await Promise.all([1, 2, 3].map(() => remove(clientId)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  expect((await remove(clientId)).status).toBe(404);
});

test("404: one of somebody else is like one that was never made, and stays", async () => {
  const { clientId } = await anApplication(owner);
  const none = noClient();
  const stranger = await someone();
  const [theirs, nowhere] = await Promise.all([remove(clientId, stranger), remove(none, stranger)]);
  expect([theirs.status, nowhere.status]).toEqual([404, 404]);
  expect(theirs.body.message).toBe(nowhere.body.message.replace(none, clientId));
  expect((await call(getClient, { as: owner, params: { clientId } })).status).toBe(200);
});
