import { expect, test } from "vitest";
import { handler as turnPluginDown } from "#functions/plugin/turn-plugin-down";
import { someone } from "#test/support/makers/makers";
import { anAdministrator, aPlugin } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";

test("403: its maker, who is no administrator", async () => {
  const owner = await someone();
  const { id: pluginId } = await aPlugin(owner, { status: "reviewing" });
  expect((await call(turnPluginDown, { as: owner, params: { pluginId } })).status).toBe(403);
});

test("404: there is no such plugin", async () => {
  const params = { pluginId: "plg0000000000000000" };
  expect((await call(turnPluginDown, { as: await anAdministrator(), params })).status).toBe(404);
});
