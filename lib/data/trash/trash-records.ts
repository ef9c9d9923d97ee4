/* The entry of the trash for what one call deletes in a table. The commit that deletes it also writes this item. */

import { newestFirst } from "#lib/data/identity/counting-down";
import type { RecordItem } from "#lib/data/records/records";
import type { TableId, UserId } from "#lib/schemas/basics/ids";
import type { NewItem } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { type DeletionItem, trashOf } from "./trash.ts";
import { secondsInTrash } from "./trash-images.ts";

interface Deletion {
  name: string;
  by: { userId: UserId; now: string };
}

/** The item for what one call deletes in a table: `content` is what was deleted. */
export const newDeletion = (
  tableId: TableId,
  { name, by: { userId, now } }: Deletion,
  content: Pick<DeletionItem, "records" | "view" | "fields" | "lost">,
): NewItem => ({
  ...{ pk: trashOf(tableId), sk: newestFirst(now), entity: "deletion" },
  ...{ name, deletedBy: userId, deletedTime: now, ...content },
  expiresAt: expiryIn(secondsInTrash, now),
});

/** The item for records that one call deletes. `name` is the name of the first one. */
export const newDeletionOf = (tableId: TableId, records: RecordItem[], by: Deletion): NewItem =>
  newDeletion(tableId, by, { records: Object.fromEntries(records.map(({ id, version }) => [id, version])) });
