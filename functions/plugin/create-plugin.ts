import * as plugins from "#lib/data/plugins/plugins";
import { show } from "#lib/data/plugins/show-plugin";
import { created, endpoint } from "#lib/http/endpoint";
import { CreatedPlugin, NewPlugin } from "#lib/schemas/collaboration/plugin";

export const handler = endpoint(
  {
    method: "POST",
    path: "/plugin",
    summary: "Create a plugin",
    description:
      "The only answer that shows its secret. Only whoever created it sees and uses it, until it is published.",
    scope: "plugin|create",
    body: NewPlugin,
    response: created(CreatedPlugin),
    idempotent: true,
  },
  async ({ body, caller }) => {
    const { plugin, secret } = await plugins.create(body, caller);
    return { ...show(plugin), secret };
  },
);
