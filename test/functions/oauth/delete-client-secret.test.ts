import { expect, test } from "vitest";
import { handler as createSecret } from "#functions/oauth/create-client-secret";
import { handler as deleteSecret } from "#functions/oauth/delete-client-secret";
import { handler as getClient } from "#functions/oauth/get-client";
import { anApplication } from "#test/support/makers/applications";
import { noSecret } from "#test/support/makers/ids";
import { someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const owner = await someone();
const create = async (clientId: string) =>
  (await call(createSecret, { as: owner, params: { clientId } })).body.id as string;
const remove = (clientId: string, secretId: string, as = owner) =>
  call(deleteSecret, { as, params: { clientId, secretId } });
const secretsOf = async (clientId: string): Promise<string[]> => {
  const { body } = await call(getClient, { as: owner, params: { clientId } });
  return body.secrets.map(({ id }: { id: string }) => id);
};

test("200: this one is gone, the others stay", async () => {
  const { clientId } = await anApplication(owner);
  const [first, second, third] = [await create(clientId), await create(clientId), await create(clientId)];
  const { status, body } = await remove(clientId, second);
  expect({ status, body }).toEqual({ status: 200, body: "" });
  expect(await secretsOf(clientId)).toEqual([third, first]);
});

test("200: without any secret left the application is still confidential", async () => {
  const { clientId } = await anApplication(owner);
  await remove(clientId, await create(clientId));
  const { body } = await call(getClient, { as: owner, params: { clientId } });
  expect(body).toMatchObject({ secrets: [], confidential: true });
});

test("200: several at the same time, while others are made: each act counts", async () => {
  const { clientId } = await anApplication(owner);
  const old = [await create(clientId), await create(clientId), await create(clientId)];
  const [removed, made] = await Promise.all([
    Promise.all(old.map((id) => remove(clientId, id))),
    Promise.all([create(clientId), create(clientId)]),
  ]);
  expect(removed.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await secretsOf(clientId)).sort()).toEqual(made.sort());
});

test("404: one that was never made, is gone already, or is another application's", async () => {
  const [{ clientId }, other] = [await anApplication(owner), await anApplication(owner)];
  const [secretId, otherSecret] = [await create(clientId), await create(other.clientId)];
  const twins = await Promise.all([remove(clientId, secretId), remove(clientId, secretId)]);
  expect(twins.map(({ status }) => status).sort()).toEqual([200, 404]);
  for (const id of [noSecret(), secretId, otherSecret, "nope"]) {
    const { status, body } = await remove(clientId, id);
    const message = `There is no secret ${id}, or you have no access to it`;
    expect({ status, message: body.message }).toEqual({ status: 404, message });
  }
  expect(await secretsOf(other.clientId)).toEqual([otherSecret]);
});

test("404: of an application of somebody else", async () => {
  const { clientId } = await anApplication(owner);
  const secretId = await create(clientId);
  const { status, body } = await remove(clientId, secretId, await someone());
  expect({ status, message: body.message }).toEqual({
    status: 404,
    message: `There is no client ${clientId}, or you have no access to it`,
  });
  expect(await secretsOf(clientId)).toEqual([secretId]);
});
