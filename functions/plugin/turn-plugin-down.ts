import * as z from "zod";
import { changeStatus } from "#lib/data/plugins/plugin-status";
import * as plugins from "#lib/data/plugins/plugins";
import { done, endpoint } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { PluginId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/admin/plugin/{pluginId}/unpublish",
    summary: "Reject a submitted plugin, or unpublish one",
    description: "For administrators.",
    scope: "plugin|update",
    administrator: true,
    whileStopped: true,
    params: z.object({ pluginId: PluginId }),
    response: done,
    idempotent: true,
    prefetch: ({ params }) => plugins.find(params.pluginId),
  },
  async ({ params, caller, prefetched }) => {
    if (!prefetched) throw notFound("plugin", params.pluginId);
    await changeStatus(prefetched, "unpublish", caller);
  },
);
