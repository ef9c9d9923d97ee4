import { expect, test } from "vitest";
import { handler as unpublishPlugin } from "#functions/plugin/unpublish-plugin";
import { someone } from "#test/support/makers/makers";
import { aPlugin } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";

test("404: somebody else's, published as it is", async () => {
  const { id: pluginId } = await aPlugin(await someone(), { status: "published" });
  expect((await call(unpublishPlugin, { as: await someone(), params: { pluginId } })).status).toBe(404);
});
