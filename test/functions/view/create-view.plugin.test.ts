/* Views that show a plugin. */
import { expect, test } from "vitest";
import { handler as unpublishPlugin } from "#functions/plugin/unpublish-plugin";
import { handler as createTable } from "#functions/table/create-table";
import { handler as createView } from "#functions/view/create-view";
import { handler as getView } from "#functions/view/get-view";
import { aTable, someone } from "#test/support/makers/makers";
import { aPlugin, aPluginInput } from "#test/support/makers/plugins";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const { owner, baseId, tableId } = await aTable();
const maker = await someone();
const viewOf = (pluginId: string) => ({ type: "plugin", options: { pluginId } });
const create = (pluginId: string) =>
  call(createView, { as: owner, params: { tableId }, body: viewOf(pluginId) });

test("201: a published plugin; it is installed, and the view stays when the plugin is unpublished", async () => {
  const { id: pluginId } = await aPlugin(maker, { status: "published" });
  const { status, body } = await create(pluginId);
  expect({ status, pluginId: body.pluginId }).toEqual({ status: 201, pluginId });
  expect(body.options).toEqual({
    pluginId,
    pluginLogo: aPluginInput.logo,
    pluginInstallId: expect.stringMatching(/^pli[0-9A-Za-z]{16}$/),
  });
  await call(unpublishPlugin, { as: maker, params: { pluginId } });
  const got = await call(getView, { as: owner, params: { tableId, viewId: body.id } });
  expect(got.body).toEqual(body);
  expect((await create(pluginId)).status).toBe(404);
});

test("201: an unpublished plugin of the caller; also in a new table", async () => {
  const { id } = await aPlugin(owner);
  expect((await create(id)).status).toBe(201);
  const body = { name: "T", views: [{ type: "grid" }, viewOf(id)] };
  const made = await call(createTable, { as: owner, params: { baseId }, body });
  expect(made.body.views.map(({ pluginId }: { pluginId?: string }) => pluginId)).toEqual([undefined, id]);
});

test("404: a plugin that the caller may not use is named like an unknown one; nothing is created", async () => {
  const { id } = await aPlugin(maker);
  const body = { name: "T", views: [viewOf(id), viewOf("plg0000000000000000")] };
  const answer = await call(createTable, { as: owner, params: { baseId }, body });
  expect(refusal(answer)).toEqual({
    status: 404,
    paths: ["views[0].options.pluginId", "views[1].options.pluginId"],
  });
  const [first, second] = answer.body.data.issues;
  expect(first.message).toBe(second.message);
});

test("400: a plugin that is not for views", async () => {
  const { id } = await aPlugin(owner, { positions: ["panel"] });
  expect(refusal(await create(id))).toEqual({ status: 400, paths: ["options.pluginId"] });
});
