import { expect, test } from "vitest";
import { handler as createSecret } from "#functions/oauth/create-client-secret";
import { handler as deleteClient } from "#functions/oauth/delete-client";
import { handler as listClients } from "#functions/oauth/list-clients";
import { handler as updateClient } from "#functions/oauth/update-client";
import { aClientInput, anApplication } from "#test/support/makers/applications";
import { someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: nobody else's, and of one's own what a list needs, newest first", async () => {
  const [owner, other] = [await someone(), await someone()];
  await anApplication(other);
  const first = await anApplication(owner, { description: "Plans", logo: "https://a.example/logo" });
  const second = await anApplication(owner, { name: "Second" });
  await call(createSecret, { as: owner, params: { clientId: first.clientId } });
  const { status, body } = await call(listClients, { as: owner });
  const { name, homepage } = aClientInput;
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      { clientId: second.clientId, name: "Second", homepage },
      { clientId: first.clientId, name, homepage, description: "Plans", logo: "https://a.example/logo" },
    ],
  });
});

test("200: shows changes, and leaves out what was deleted", async () => {
  const owner = await someone();
  expect((await call(listClients, { as: owner })).body).toEqual([]);
  const { clientId } = await anApplication(owner);
  const params = { clientId };
  await call(updateClient, { as: owner, params, body: { ...aClientInput, name: "Renamed" } });
  expect((await call(listClients, { as: owner })).body).toMatchObject([{ clientId, name: "Renamed" }]);
  await call(deleteClient, { as: owner, params });
  expect((await call(listClients, { as: owner })).body).toEqual([]);
});

test("200: fifty with the longest texts there can be are one answer", async () => {
  const owner = await someone();
  const long = {
    name: "\u0001".repeat(255),
    description: "\u0001".repeat(10_000),
    logo: "\u0001".repeat(2000),
    homepage: `https://a.example/${"𝒳".repeat(2000 - 18)}`,
  };
  await Promise.all(Array.from({ length: 50 }, () => anApplication(owner, long)));
  const { status, body } = await call(listClients, { as: owner });
  expect({ status, length: body.length }).toEqual({ status: 200, length: 50 });
});
