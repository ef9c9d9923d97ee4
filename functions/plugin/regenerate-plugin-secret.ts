import * as z from "zod";
import * as plugins from "#lib/data/plugins/plugins";
import { created, endpoint } from "#lib/http/endpoint";
import { PluginId } from "#lib/schemas/basics/ids";
import { PluginSecret } from "#lib/schemas/collaboration/plugin";

export const handler = endpoint(
  {
    method: "POST",
    path: "/plugin/{pluginId}/regenerate-secret",
    summary: "Regenerate the secret of a plugin",
    description:
      "This is the only response that contains the secret. The previous secret stops working at once.",
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
