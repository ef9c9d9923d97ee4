import * as z from "zod";
import * as plugins from "#lib/data/plugins/plugins";
import { showInCenter } from "#lib/data/plugins/show-plugin";
import { endpoint, ok } from "#lib/http/endpoint";
import { CenterPlugin } from "#lib/schemas/collaboration/plugin";

export const handler = endpoint(
  {
    method: "GET",
    path: "/admin/plugin",
    summary: "List plugins submitted for review",
    description: "For administrators.",
    scope: "plugin|read",
    administrator: true,
    response: ok(z.array(CenterPlugin)),
    mayBeTooLarge: true,
  },
  async ({ caller }) => {
    return showInCenter(await plugins.listOn("reviewing"), {}, caller);
  },
);
