import { expect, test } from "vitest";
import { handler as getPlugin } from "#functions/plugin/get-plugin";
import { handler as listPluginCenter } from "#functions/plugin/list-plugin-center";
import { handler as listPlugins } from "#functions/plugin/list-plugins";
import { handler as updatePlugin } from "#functions/plugin/update-plugin";
import { someone } from "#test/support/makers/makers";
import { aPlugin } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

test("200: members left out stay, null removes, and its user gets the name; every list shows it", async () => {
  const owner = await someone();
  const made = await aPlugin(owner, {
    description: "Bars",
    url: "https://gantt.example.com",
    autoCreateMember: true,
    status: "published",
  });
  const params = { pluginId: made.id };
  const body = { name: "Gantt 2", positions: ["panel"], description: null };
  const updated = await call(updatePlugin, { as: owner, params, body });
  expect(updated.status).toBe(200);
  expect(updated.body).toMatchObject({
    name: "Gantt 2",
    positions: ["panel"],
    logo: made.logo,
    url: "https://gantt.example.com",
    status: "published",
    pluginUser: { ...made.pluginUser, name: "Gantt 2" },
  });
  expect(updated.body).not.toHaveProperty("description");
  expect((await call(getPlugin, { as: owner, params })).body).toEqual(updated.body);
  const { secret: _, ...shown } = updated.body;
  expect((await call(listPlugins, { as: owner })).body).toEqual([shown]);
  const center = await call(listPluginCenter, { as: await someone(), query: { "ids[]": made.id } });
  expect(center.body).toMatchObject([{ id: made.id, name: "Gantt 2" }]);
});

test("200: a logo that is a path is answered as an address, and i18n as sent", async () => {
  const owner = await someone();
  const { id: pluginId } = await aPlugin(owner);
  const i18n = { zh: { title: "甘特", size: 1, isNew: true } };
  const body = { name: "Gantt", positions: ["view"], logo: "static/logo.png", i18n };
  const updated = await call(updatePlugin, { as: owner, params: { pluginId }, body });
  expect(updated.body).toMatchObject({
    logo: expect.stringMatching(/^https?:\/\/.+\/static\/logo\.png$/),
    i18n,
  });
  const refused = await call(updatePlugin, {
    as: owner,
    params: { pluginId },
    body: { ...body, i18n: { zh: { title: ["甘特"] } } },
  });
  expect(refused.body.data.issues).toEqual([
    { path: "i18n.zh.title", message: "must be text, a number, true or false" },
  ]);
});

test("200: of ten concurrent updates each is applied as a whole, and all copies are equal", async () => {
  const owner = await someone();
  const { id: pluginId } = await aPlugin(owner, { status: "published" });
  const update = (i: number) =>
    call(updatePlugin, {
      as: owner,
      params: { pluginId },
      body: { name: `n${i}`, positions: ["view"], description: `n${i}` },
    });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => update(i)));
  for (const { status } of answers) expect(status).toBe(200);
  const { body } = await call(getPlugin, { as: owner, params: { pluginId } });
  expect(body.description).toBe(body.name);
  expect((await call(listPlugins, { as: owner })).body[0].name).toBe(body.name);
});

test("400: without name and positions", async () => {
  const owner = await someone();
  const { id: pluginId } = await aPlugin(owner);
  const answer = await call(updatePlugin, { as: owner, params: { pluginId }, body: {} });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["name", "positions"] });
});

test("404: another user's", async () => {
  const { id: pluginId } = await aPlugin(await someone());
  const body = { name: "Mine", positions: ["view"] };
  expect((await call(updatePlugin, { as: await someone(), params: { pluginId }, body })).status).toBe(404);
});
