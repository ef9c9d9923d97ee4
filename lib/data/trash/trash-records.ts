/*
 * Moving records into the trash together. The commit that deletes them also writes the `deletion` item. If the deletes already fill
 * a transaction, the item is written in place of one of the records instead, and the stream moves it into the trash:
 *
 *   99 changes   delete, delete … put TRASH#<table>
 *   100 changes  put in place of the first, delete …  ──▶ stream: put TRASH#<table>, delete the leftovers
 *
 * Readers ignore the leftovers, which look like an intent of a commit that never happened. Writers may remove them: the stream still
 * has them.
 */

import type { RecordItem } from "#lib/data/records/records";
import type { TableId, UserId } from "#lib/schemas/basics/ids";
import { type Change, insert, maxChangesAtOnce, type NewItem, tryCommit } from "#lib/store/commit";
import { newCommitId } from "#lib/store/commit-items";
import { expiryIn } from "#lib/store/expiry";
import type { Key } from "#lib/store/item";
import { settleItems } from "#lib/store/settle-items";
import { newestFirst } from "./counting-down.ts";
import { type DeletionItem, trashOf } from "./trash.ts";
import { secondsInTrash } from "./trash-images.ts";

interface Deletion {
  name: string;
  by: { userId: UserId; now: string };
}

/** The item left in place of a record. */
export interface Leftovers extends Key {
  commit: string;
  deletion: NewItem;
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

/** The item for records that one call deletes. `name` is that of the first of them. */
export const newDeletionOf = (tableId: TableId, records: RecordItem[], by: Deletion): NewItem =>
  newDeletion(tableId, by, { records: Object.fromEntries(records.map(({ id, version }) => [id, version])) });

/** All changes of a commit that moves records into the trash; the first of `changes` deletes the first record. */
export function moveToTrash(deletion: NewItem, [first]: RecordItem[], changes: Change[]): Change[] {
  if (changes.length !== maxChangesAtOnce) return [...changes, insert(deletion)];
  return changes.with(0, leftoversChange(first as RecordItem, deletion));
}

function leftoversChange(record: RecordItem, deletion: NewItem): Change {
  const { pk, sk, entity, version } = record;
  return {
    op: "update",
    before: record,
    item: { pk, sk, entity, version, commit: newCommitId(), deletion },
  };
}

/** Stores the `deletion` item; does nothing if it exists, as the records may be restored already. */
export async function keepDeletion({ deletion }: Leftovers): Promise<void> {
  await tryCommit([insert(deletion)]);
}

/** Removes the leftovers, unless a record has replaced them. */
export const removeLeftovers = ({ pk, sk, commit }: Leftovers): Promise<void> =>
  settleItems(commit, "missing", [{ op: "create", key: { pk, sk } }]);
