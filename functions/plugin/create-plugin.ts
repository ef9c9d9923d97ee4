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
      "This is the only response that contains the secret. Until the plugin is published, only its creator sees and uses it.",
    scope: "plugin|create",
    body: NewPlugin,
    response: created(CreatedPlugin),
    idempotent: true,
    load: ({ userId }) => plugins.countOf(userId),
  },
  async ({ body, caller, loaded }) => {
    const { plugin, secret } = await plugins.create(body, caller, loaded);
    return { ...show(plugin), secret };
  },
);
