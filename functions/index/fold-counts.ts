import { foldNotes } from "#lib/data/indexes/counts/fold-counts";
import { entryParts } from "#lib/data/indexes/index-items";
import { consumer } from "#lib/events/consumer";
import type { TableId } from "#lib/schemas/basics/ids";

export const handler = consumer(
  {
    summary: "Add what commits have noted to the counts of an index",
    changes: [{ entity: "countNote", kinds: ["created"] }],
    atOnce: 2,
    // a fold adds all notes of the index that are open
    once: ({ key }) => key.pk,
  },
  async ({ key }) => {
    const [tableId, index] = key.pk.slice(entryParts.length).split("#");
    if (tableId && index) await foldNotes(tableId as TableId, index);
  },
);
