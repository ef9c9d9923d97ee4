import { expect, test } from "vitest";
import { handler as getClient } from "#functions/oauth/get-client";
import { anApplication } from "#test/support/makers/applications";
import { noClient } from "#test/support/makers/ids";
import { aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const owner = await someone();
const get = (clientId: string, as: { token: string } = owner) =>
  call(getClient, { as, params: { clientId } });

test("200: an application of one's own", async () => {
  const client = await anApplication(owner, { description: "Plans", scopes: ["table|read"] });
  expect(await get(client.clientId)).toMatchObject({ status: 200, body: client });
});

test("404: one of somebody else is like one that was never made, and like an id that is none", async () => {
  const { clientId } = await anApplication(owner);
  const stranger = await someone();
  const answers = await Promise.all([clientId, noClient(), "nope"].map((id) => get(id, stranger)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  const told = answers.map(({ body }) => body.message.replace(/client \w+,/, "client,"));
  expect(new Set(told).size).toBe(1);
});

test("403: without the scope one's own is not shown either", async () => {
  const { clientId } = await anApplication(owner);
  const token = await aToken(owner.userId, { scopes: ["oauth_client|update"] });
  expect((await get(clientId, { token })).status).toBe(403);
});
