import * as z from "zod";
import * as plugins from "#lib/data/plugins/plugins";
import { show } from "#lib/data/plugins/show-plugin";
import { endpoint, ok } from "#lib/http/endpoint";
import { Plugin } from "#lib/schemas/collaboration/plugin";

export const handler = endpoint(
  {
    method: "GET",
    path: "/plugin",
    summary: "List the plugins that the caller created, the oldest first",
    scope: "plugin|read",
    response: ok(z.array(Plugin)),
  },
  async ({ caller }) => (await plugins.listOf(caller.userId)).map(show),
);
