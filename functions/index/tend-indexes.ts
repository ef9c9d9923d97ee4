import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { consumer } from "#lib/events/consumer";
import type { TableId } from "#lib/schemas/basics/ids";

export const handler = consumer(
  {
    summary: "Make the indexes that the views of a large table want, and end the others",
    changes: [
      { entity: "table", kinds: ["changed"] },
      { entity: "largeTable", kinds: ["created"] },
    ],
  },
  ({ key }) => tendIndexes(key.pk.slice("TABLE#".length) as TableId, new Date().toISOString()),
);
