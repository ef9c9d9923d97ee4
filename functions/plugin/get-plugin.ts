import * as z from "zod";
import * as plugins from "#lib/data/plugins/plugins";
import { showToMaker } from "#lib/data/plugins/show-plugin";
import { endpoint, ok } from "#lib/http/endpoint";
import { PluginId } from "#lib/schemas/basics/ids";
import { OwnPlugin } from "#lib/schemas/collaboration/plugin";

export const handler = endpoint(
  {
    method: "GET",
    path: "/plugin/{pluginId}",
    summary: "Get a plugin that the caller created",
    scope: "plugin|read",
    params: z.object({ pluginId: PluginId }),
    response: ok(OwnPlugin),
    prefetch: ({ params }) => plugins.find(params.pluginId),
  },
  ({ params, caller, prefetched }) =>
    showToMaker(plugins.requireOwn(prefetched, params.pluginId, caller.userId)),
);
