import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { consumer } from "#lib/events/consumer";
import type { TableId } from "#lib/schemas/basics/ids";

export const handler = consumer(
  {
    summary: "Make the indexes that the views and requests of a large table want, and end the others",
    changes: [
      { entity: "table", kinds: ["changed"] },
      { entity: "largeTable", kinds: ["created"] },
      { entity: "askedOrder", kinds: ["created", "changed"] },
    ],
  },
  ({ key }) => tendIndexes(key.pk.split("#")[1] as TableId, new Date().toISOString()),
);
