import { reportedIndex } from "#lib/data/indexes/asked-orders";
import { endIndex } from "#lib/data/indexes/check-index";
import { endRenamed } from "#lib/data/indexes/end-renamed";
import { sweepSoon } from "#lib/data/indexes/indexed-tables";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { deletedIn } from "#lib/data/trash/trash";
import type { Change } from "#lib/events/change";
import { consumer } from "#lib/events/consumer";
import type { TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";

export const handler = consumer(
  {
    summary: "Make the indexes that the views and requests of a large table want, and end the others",
    changes: [
      { entity: "table", kinds: ["changed"] },
      { entity: "largeTable", kinds: ["created"] },
      { entity: "askedOrder", kinds: ["created", "changed"] },
      { entity: "misplaced", kinds: ["created", "changed"] },
      { entity: "leftEntries", kinds: ["created", "changed"] },
      { entity: "renamed", kinds: ["created"] },
      { entity: "heardRename", kinds: ["changed"], dueAt: "dueTime" },
    ],
    once: aim,
  },
  async ({ entity, key }) => {
    // their tables change with it, and are tended then
    if (entity === "renamed") return endRenamed(key, deletedIn);
    if (entity === "heardRename") return removeItems([key]);
    const tableId = key.pk.split("#")[1] as TableId;
    const now = new Date().toISOString();
    if (entity === "misplaced") return endIndex(tableId, reportedIndex(key));
    if (entity === "leftEntries") return sweepSoon(tableId, now);
    await tendIndexes(tableId, now);
  },
);

/** All but three kinds of items are about a table as a whole. */
function aim({ entity, key }: Pick<Change, "entity" | "key">): string {
  const isOfItem = entity === "renamed" || entity === "heardRename" || entity === "misplaced";
  const isTended = entity === "table" || entity === "largeTable" || entity === "askedOrder";
  return isOfItem ? `${entity} ${key.pk} ${key.sk}` : `${isTended ? "tend" : entity} ${key.pk.split("#")[1]}`;
}
