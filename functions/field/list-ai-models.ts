import { configuredModels, dailyTokens } from "#lib/ai/models";
import { endpoint, ok } from "#lib/http/endpoint";
import { AiModels } from "#lib/schemas/tables/ai";

export const handler = endpoint(
  {
    method: "GET",
    path: "/ai/models",
    summary: "List the language models",
    description:
      "The models that fields can be filled with, and how many tokens a base may use in a day. None are configured unless the operator of the service named some.",
    scope: "base|read",
    response: ok(AiModels),
  },
  async () => ({
    models: configuredModels().map(({ key, takesImages }) => ({ modelKey: key, takesImages })),
    dailyTokens: dailyTokens(),
  }),
);
