import * as z from "zod";
import { changeStatus } from "#lib/data/plugins/plugin-status";
import * as plugins from "#lib/data/plugins/plugins";
import { done, endpoint } from "#lib/http/endpoint";
import { PluginId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/plugin/{pluginId}/unpublish",
    summary: "Withdraw a published or submitted plugin",
    description: "Afterwards only its creator can use it. Views with this plugin stay.",
    scope: "plugin|update",
    whileStopped: true,
    params: z.object({ pluginId: PluginId }),
    response: done,
    idempotent: true,
    prefetch: ({ params }) => plugins.find(params.pluginId),
  },
  ({ params, caller, prefetched }) =>
    changeStatus(plugins.requireOwn(prefetched, params.pluginId, caller.userId), "unpublish", caller),
);
