import * as z from "zod";
import * as plugins from "#lib/data/plugins/plugins";
import { shownToMaker } from "#lib/data/plugins/show-plugin";
import { endpoint, ok } from "#lib/http/endpoint";
import { PluginId } from "#lib/schemas/basics/ids";
import { OwnPlugin, PluginUpdate } from "#lib/schemas/collaboration/plugin";
import { marking } from "#lib/store/idempotency-records";

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
    const plugin = plugins.own(prefetched, params.pluginId, caller.userId);
    const mark = (updated: typeof plugin) => marking(caller, shownToMaker(updated));
    return shownToMaker(await plugins.update(plugin, body, caller.now, mark));
  },
);
