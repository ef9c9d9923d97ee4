import { expect, test } from "vitest";
import { handler as getPlugin } from "#functions/plugin/get-plugin";
import { someone } from "#test/support/makers/makers";
import { aPlugin } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";

test("404: somebody else's, also when it is published", async () => {
  const { id: pluginId } = await aPlugin(await someone(), { status: "published" });
  const { status, body } = await call(getPlugin, { as: await someone(), params: { pluginId } });
  const unknown = await call(getPlugin, { as: await someone(), params: { pluginId: "plg0000000000000000" } });
  expect(status).toBe(404);
  expect(body.message.replace(pluginId, "")).toBe(unknown.body.message.replace("plg0000000000000000", ""));
});
