import { expect, test } from "vitest";
import { handler as createSecret } from "#functions/oauth/create-client-secret";
import { handler as getClient } from "#functions/oauth/get-client";
import { hash } from "#lib/data/identity/token-text";
import { find } from "#lib/data/oauth/clients";
import type { ClientId } from "#lib/schemas/basics/ids";
import { readAll } from "#lib/store/store";
import { anApplication } from "#test/support/makers/applications";
import { noClient } from "#test/support/makers/ids";
import { someone } from "#test/support/makers/makers";
import { type Answer, call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { disturbed } from "#test/support/store/faults";

const owner = await someone();
const create = (clientId: string, as = owner) => call(createSecret, { as, params: { clientId } });
const get = async (clientId: string) => (await call(getClient, { as: owner, params: { clientId } })).body;

test("201: the secret is shown once, later only its end; the application is confidential", async () => {
  const { clientId } = await anApplication(owner);
  const { status, body } = await create(clientId);
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.stringMatching(/^sec[0-9A-Za-z]{16}$/),
      secret: expect.stringMatching(/^[0-9a-z]{40}$/),
      maskedSecret: "*".repeat(30) + body.secret.slice(-10),
    },
  });
  const client = await get(clientId);
  expect(client).toMatchObject({ confidential: true });
  expect(client.secrets).toEqual([{ id: body.id, secret: body.maskedSecret }]);
});

test("the store holds the secret as a hash only", async () => {
  const { clientId } = await anApplication(owner);
  const { secret } = (await create(clientId)).body;
  const items = [await find(clientId as ClientId), ...(await readAll({ pk: `USER#${owner.userId}` }))];
  const text = JSON.stringify(items);
  expect(text).toContain(hash(secret));
  expect(text).not.toContain(secret);
  expect(text).not.toContain(secret.slice(0, -10));
});

test("400: an eleventh is not made, also not by twins; the ten are as they were", async () => {
  const { clientId } = await anApplication(owner);
  for (let i = 0; i < 8; i++) expect((await create(clientId)).status).toBe(201);
  const answers = await Promise.all([1, 2, 3, 4].map(() => create(clientId)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400]);
  const { secrets } = await get(clientId);
  expect(secrets).toHaveLength(10);
  const answer = await create(clientId);
  expect(refusal(answer)).toEqual({ status: 400, paths: [""] });
  expect(answer.body.message).toContain("at most 10 secrets");
  expect((await get(clientId)).secrets).toEqual(secrets);
});

test("404: for an application of somebody else, as for one that was never made", async () => {
  const client = await anApplication(owner);
  const none = noClient();
  const stranger = await someone();
  const [theirs, nowhere] = await Promise.all([create(client.clientId, stranger), create(none, stranger)]);
  expect([theirs.status, nowhere.status]).toEqual([404, 404]);
  expect(theirs.body.message).toBe(nowhere.body.message.replace(none, client.clientId));
  expect(await get(client.clientId)).toEqual(client);
});

test("201: where the store's answer is lost on the way it is made once, and its id is the one that is listed", async () => {
  const { clientId } = await anApplication(owner);
  let lost = 0;
  let made: Answer | undefined;
  await disturbed(
    ({ command }) => (command === "PutItem" && lost++ === 0 ? "answer lost" : undefined),
    async () => {
      made = await create(clientId);
    },
  );
  expect({ status: made?.status, lost }).toEqual({ status: 201, lost: 2 });
  expect((await get(clientId)).secrets).toMatchObject([{ id: made?.body.id }]);
});
