import * as z from "zod";
import * as plugins from "#lib/data/plugins/plugins";
import { created, endpoint } from "#lib/http/endpoint";
import { PluginId } from "#lib/schemas/basics/ids";
import { PluginSecret } from "#lib/schemas/collaboration/plugin";

export const handler = endpoint(
  {
    method: "POST",
    path: "/plugin/{pluginId}/regenerate-secret",
    summary: "Give a plugin another secret",
    description: "The only answer that shows it. The one before is good for nothing at once.",
    scope: "plugin|update",
    params: z.object({ pluginId: PluginId }),
    response: created(PluginSecret),
    idempotent: true,
    prefetch: ({ params }) => plugins.find(params.pluginId),
  },
  async ({ params, caller, prefetched }) => {
    const plugin = plugins.requireOwn(prefetched, params.pluginId, caller.userId);
    return { id: plugin.id, secret: await plugins.renewSecret(plugin, caller) };
  },
);
