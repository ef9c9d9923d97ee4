import * as z from "zod";
import * as plugins from "#lib/data/plugins/plugins";
import { showInCenter } from "#lib/data/plugins/show-plugin";
import { endpoint, ok } from "#lib/http/endpoint";
import { PluginId } from "#lib/schemas/basics/ids";
import { jsonText, list } from "#lib/schemas/basics/query-string";
import { CenterPlugin, PluginPosition } from "#lib/schemas/collaboration/plugin";

export const handler = endpoint(
  {
    method: "GET",
    path: "/plugin/center/list",
    summary: "List the plugins that the caller can use",
    description: "Published plugins, and those that the caller created.",
    scope: "plugin|read",
    query: z.strictObject({
      positions: jsonText(z.array(PluginPosition).max(20)).optional(),
      ids: list(PluginId, "ids", { most: 100 }).optional(),
    }),
    response: ok(z.array(CenterPlugin)),
    mayBeTooLarge: true,
  },
  async ({ caller, query }) => {
    const [published, own] = await Promise.all([plugins.listOn("published"), plugins.listOf(caller.userId)]);
    const others = published.filter(({ userId }) => userId !== caller.userId);
    return showInCenter([...others, ...own], query, caller);
  },
);
