import { expect, test } from "vitest";
import { handler as getPlugin } from "#functions/plugin/get-plugin";
import { handler as regenerate } from "#functions/plugin/regenerate-plugin-secret";
import { someone } from "#test/support/makers/makers";
import { aPlugin } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";

test("201: another secret, shown once", async () => {
  const owner = await someone();
  const made = await aPlugin(owner);
  const params = { pluginId: made.id };
  const { status, body } = await call(regenerate, { as: owner, params });
  expect({ status, body }).toEqual({
    status: 201,
    body: { id: made.id, secret: expect.stringMatching(/^[0-9a-z]{40}$/) },
  });
  expect(body.secret).not.toBe(made.secret);
  expect((await call(getPlugin, { as: owner, params })).body.secret).toBe(
    "*".repeat(30) + body.secret.slice(-10),
  );
});

test("404: somebody else's", async () => {
  const { id: pluginId } = await aPlugin(await someone());
  expect((await call(regenerate, { as: await someone(), params: { pluginId } })).status).toBe(404);
});
