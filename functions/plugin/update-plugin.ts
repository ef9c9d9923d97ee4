import * as z from "zod";
import * as plugins from "#lib/data/plugins/plugins";
import { showToMaker } from "#lib/data/plugins/show-plugin";
import { endpoint, ok } from "#lib/http/endpoint";
import { PluginId } from "#lib/schemas/basics/ids";
import { OwnPlugin, PluginUpdate } from "#lib/schemas/collaboration/plugin";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/plugin/{pluginId}",
    summary: "Update a plugin",
    scope: "plugin|update",
    params: z.object({ pluginId: PluginId }),
    body: PluginUpdate,
    response: ok(OwnPlugin),
    idempotent: true,
    prefetch: ({ params }) => plugins.find(params.pluginId),
  },
  async ({ params, body, caller, prefetched }) => {
    const plugin = plugins.requireOwn(prefetched, params.pluginId, caller.userId);
    const mark = (updated: typeof plugin) => keepAnswer(caller, showToMaker(updated));
    return showToMaker(await plugins.update(plugin, body, caller.now, mark));
  },
);
