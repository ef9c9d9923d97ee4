import * as z from "zod";
import { changeStatus } from "#lib/data/plugins/plugin-status";
import * as plugins from "#lib/data/plugins/plugins";
import { done, endpoint } from "#lib/http/endpoint";
import { PluginId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/plugin/{pluginId}/submit",
    summary: "Send a plugin in for review",
    description:
      "Administrators publish it then. One that is published leaves the centre until that is done.",
    scope: "plugin|update",
    params: z.object({ pluginId: PluginId }),
    response: done,
    idempotent: true,
    prefetch: ({ params }) => plugins.find(params.pluginId),
  },
  ({ params, caller, prefetched }) =>
    changeStatus(plugins.requireOwn(prefetched, params.pluginId, caller.userId), "submit", caller),
);
