import { expect, test } from "vitest";
import { handler as getPlugin } from "#functions/plugin/get-plugin";
import { handler as publishPlugin } from "#functions/plugin/publish-plugin";
import { handler as submitPlugin } from "#functions/plugin/submit-plugin";
import { handler as turnPluginDown } from "#functions/plugin/turn-plugin-down";
import { handler as unpublishPlugin } from "#functions/plugin/unpublish-plugin";
import { pluginStatuses } from "#lib/schemas/collaboration/plugin";
import { someone } from "#test/support/makers/makers";
import { anAdministrator, aPlugin } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";

const acts = { submitPlugin, publishPlugin, unpublishPlugin, turnPluginDown };
/** By act and status: what it is then; nothing where it is a 400. */
const table: Record<keyof typeof acts, Record<string, string>> = {
  submitPlugin: { developing: "reviewing", reviewing: "reviewing", published: "reviewing" },
  publishPlugin: { reviewing: "published" },
  unpublishPlugin: { reviewing: "developing", published: "developing" },
  turnPluginDown: { reviewing: "developing", published: "developing" },
};
const cases = Object.keys(acts).flatMap((act) =>
  pluginStatuses.map((status) => [act as keyof typeof acts, status] as const),
);
const admin = await anAdministrator();

test.each(cases)("%s, of one that is %s", async (act, status) => {
  const isByAdmin = act === "publishPlugin" || act === "turnPluginDown";
  const owner = await someone();
  const { id: pluginId } = await aPlugin(owner, { status });
  const answer = await call(acts[act], { as: isByAdmin ? admin : owner, params: { pluginId } });
  const next = table[act][status];
  const { body } = await call(getPlugin, { as: owner, params: { pluginId } });
  expect({ status: answer.status, after: body.status }).toEqual({
    status: next ? 200 : 400,
    after: next ?? status,
  });
  if (!next) expect(answer.body.message).toContain(`is ${status}`);
});

test("404: somebody else's", async () => {
  const { id: pluginId } = await aPlugin(await someone());
  expect((await call(submitPlugin, { as: await someone(), params: { pluginId } })).status).toBe(404);
});
