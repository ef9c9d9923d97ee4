import * as z from "zod";
import * as plugins from "#lib/data/plugins/plugins";
import { done, endpoint } from "#lib/http/endpoint";
import { PluginId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/plugin/{pluginId}",
    summary: "Delete a plugin",
    description: "Views that show it stay, and show nothing.",
    scope: "plugin|delete",
    params: z.object({ pluginId: PluginId }),
    response: done,
    prefetch: ({ params }) => plugins.find(params.pluginId),
  },
  ({ params, caller, prefetched }) =>
    plugins.remove(plugins.requireOwn(prefetched, params.pluginId, caller.userId)),
);
