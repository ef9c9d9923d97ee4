/* Limits of lists are exact, however many calls come at once. */
import { expect, test } from "vitest";
import { handler as createBaseLink } from "#functions/base/create-base-link";
import { handler as createClient } from "#functions/oauth/create-client";
import { handler as deleteClient } from "#functions/oauth/delete-client";
import { handler as createPlugin } from "#functions/plugin/create-plugin";
import { handler as createSpaceLink } from "#functions/space/create-space-link";
import { handler as createWebhook } from "#functions/webhook/create-webhook";
import { addCounted, countEntries } from "#lib/data/identity/counted-list";
import { invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { insert } from "#lib/store/commit";
import { fill } from "#test/support/events/jobs";
import { aBase, someone } from "#test/support/makers/makers";
import { aPluginInput } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";

const aClientInput = {
  name: "App",
  homepage: "https://app.example",
  redirectUris: ["https://app.example/cb"],
};

async function aScene() {
  const owner = await someone();
  const { baseId, spaceId } = await aBase(owner);
  return { owner, baseId, spaceId };
}
type Scene = Awaited<ReturnType<typeof aScene>>;

const lists: Record<
  string,
  {
    most: number;
    key: (scene: Scene, i: number) => { pk: string; sk: string };
    make: (scene: Scene) => Promise<{ status: number }>;
  }
> = {
  "OAuth applications of a user": {
    most: limits.clientsPerPerson,
    key: ({ owner }, i) => ({ pk: `USER#${owner.userId}`, sk: `CLIENT#clt${i}` }),
    make: ({ owner }) => call(createClient, { as: owner, body: aClientInput }),
  },
  "plugins of a user": {
    most: limits.pluginsPerPerson,
    key: ({ owner }, i) => ({ pk: `USER#${owner.userId}`, sk: `PLUGIN#plg${i}` }),
    make: ({ owner }) => call(createPlugin, { as: owner, body: aPluginInput }),
  },
  "webhooks of a base": {
    most: limits.webhooksPerBase,
    key: ({ baseId }, i) => ({ pk: `BASE#${baseId}`, sk: `WEBHOOK#whk${i}` }),
    make: ({ owner, baseId }) =>
      call(createWebhook, {
        as: owner,
        params: { baseId },
        body: { url: "https://receiver.example/hook", events: ["record.created"] },
      }),
  },
  "invitation links of a space": {
    most: limits.linksPerPlace,
    key: ({ spaceId }, i) => ({ pk: `SPACE#${spaceId}`, sk: `LINK#inv${i}` }),
    make: ({ owner, spaceId }) =>
      call(createSpaceLink, { as: owner, params: { spaceId }, body: { role: "viewer" } }),
  },
  "invitation links of a base": {
    most: limits.linksPerPlace,
    key: ({ baseId }, i) => ({ pk: `BASE#${baseId}`, sk: `LINK#inv${i}` }),
    make: ({ owner, baseId }) =>
      call(createBaseLink, { as: owner, params: { baseId }, body: { role: "viewer" } }),
  },
};

test.each(Object.entries(lists))(
  "%s made at once: exactly as many as there may be",
  async (_, { most, key, make }) => {
    const scene = await aScene();
    const room = 3;
    await fill(most - room, (i) => ({ ...key(scene, i), entity: "test" }));
    const answers = await Promise.all(Array.from({ length: 10 }, () => make(scene)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(room).fill(201),
      ...Array(10 - room).fill(400),
    ]);
    const { pk, sk } = key(scene, 0);
    expect((await countEntries(pk, sk.split("#")[0] ?? "")).count).toBe(most);
    expect((await make(scene)).status).toBe(400);
  },
);

test("what is deleted makes room again", async () => {
  const owner = await someone();
  const pk = `USER#${owner.userId}`;
  await fill(limits.clientsPerPerson - 1, (i) => ({ pk, sk: `CLIENT#clt${i}`, entity: "test" }));
  const make = () => call(createClient, { as: owner, body: aClientInput });
  const { clientId } = (await make()).body;
  expect((await make()).status).toBe(400);
  await call(deleteClient, { as: owner, params: { clientId } });
  expect((await make()).status).toBe(201);
});

test("an entry of another list whose name begins alike does not count", async () => {
  const pk = `TEST#${crypto.randomUUID()}`;
  const add = async (name: string, id: string) =>
    addCounted(
      await countEntries(pk, name),
      (count) => {
        if (count >= 1) throw invalid([{ path: "", message: "full" }]);
      },
      [insert({ pk, sk: `${name}#${id}`, entity: "test" })],
    );
  await add("LIST", "a");
  await add("LISTS", "a");
  await expect(add("LIST", "b")).rejects.toThrow("full");
  expect((await countEntries(pk, "LIST")).count).toBe(1);
});
