import { tendCarrying } from "#lib/data/link-fields/tend-carrying";
import { consumer } from "#lib/events/consumer";
import type { TableId } from "#lib/schemas/basics/ids";

export const handler = consumer(
  {
    summary: "Make links carry the cells that lookups show",
    changes: [{ entity: "table", kinds: ["created", "changed"] }],
    once: ({ key }) => key.pk,
  },
  ({ key }) => tendCarrying(key.pk.slice("TABLE#".length) as TableId, new Date().toISOString()),
);
