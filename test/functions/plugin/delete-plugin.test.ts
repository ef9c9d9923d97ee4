import { expect, test } from "vitest";
import { handler as deletePlugin } from "#functions/plugin/delete-plugin";
import { handler as listPluginCenter } from "#functions/plugin/list-plugin-center";
import { handler as listPlugins } from "#functions/plugin/list-plugins";
import { someone } from "#test/support/makers/makers";
import { aPlugin } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";

test("200: it is in no list any more; a second time it is a 404", async () => {
  const owner = await someone();
  const { id: pluginId } = await aPlugin(owner, { status: "published" });
  const remove = async () => (await call(deletePlugin, { as: owner, params: { pluginId } })).status;
  expect([await remove(), await remove()]).toEqual([200, 404]);
  expect((await call(listPlugins, { as: owner })).body).toEqual([]);
  expect((await call(listPluginCenter, { as: owner, query: { "ids[]": pluginId } })).body).toEqual([]);
});

test("404: somebody else's, which stays", async () => {
  const owner = await someone();
  const { id: pluginId } = await aPlugin(owner);
  expect((await call(deletePlugin, { as: await someone(), params: { pluginId } })).status).toBe(404);
  expect((await call(listPlugins, { as: owner })).body).toHaveLength(1);
});
