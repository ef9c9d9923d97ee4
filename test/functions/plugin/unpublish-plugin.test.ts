import { expect, test } from "vitest";
import { handler as unpublishPlugin } from "#functions/plugin/unpublish-plugin";
import { call } from "#test/support/call";
import { someone } from "#test/support/makers";
import { aPlugin } from "#test/support/plugins";

test("404: somebody else's, published as it is", async () => {
  const { id: pluginId } = await aPlugin(await someone(), { status: "published" });
  expect((await call(unpublishPlugin, { as: await someone(), params: { pluginId } })).status).toBe(404);
});
