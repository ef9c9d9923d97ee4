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
import { randomText } from "#lib/schemas/basics/ids";
import { type Change, insert, maxChangesAtOnce, type NewItem, tryCommit } from "#lib/store/commit";
import { newCommitId } from "#lib/store/commit-items";
import { expiryIn } from "#lib/store/expiry";
import type { Key } from "#lib/store/item";
import { settleItems } from "#lib/store/settle-items";
import { countingDown } from "./counting-down.ts";
import { type DeletionItem, trashOf } from "./trash.ts";
import { secondsInTrash } from "./trash-images.ts";

interface Deletion {
  records: RecordItem[];
  /** The name of the first record. */
  name: string;
  by: { userId: UserId; now: string };
}

/** The item left in place of a record. */
export interface Leftovers extends Key {
  commit: string;
  deletion: NewItem;
}

/** The sort key of a new deletion: the time, then which of the same millisecond, the newest first, then random letters. */
function newDeletionKey(now: string): string {
  left = now === latest ? (left + mostAtOnce - 1) % mostAtOnce : mostAtOnce - 1;
  latest = now;
  return `${countingDown(now)}${String(left).padStart(4, "0")}${randomText(12)}`;
}
/** Deletions of one millisecond that one process keeps in order. */
const mostAtOnce = 10_000;
let latest = "";
let left = 0;

/** The item for what one call deletes in a table: `content` is what was deleted. */
export const newDeletion = (
  tableId: TableId,
  { name, by: { userId, now } }: Pick<Deletion, "name" | "by">,
  content: Pick<DeletionItem, "records" | "view" | "fields" | "lost">,
): NewItem => ({
  ...{ pk: trashOf(tableId), sk: newDeletionKey(now), entity: "deletion" },
  ...{ name, deletedBy: userId, deletedTime: now, ...content },
  expiresAt: expiryIn(secondsInTrash, now),
});

/** All changes of a commit that moves records into the trash; `changes` are those that delete them. */
export function moveToTrash(tableId: TableId, { records, name, by }: Deletion, changes: Change[]): Change[] {
  const versions = Object.fromEntries(records.map(({ id, version }) => [id, version]));
  const deletion = newDeletion(tableId, { name, by }, { records: versions });
  if (changes.length !== maxChangesAtOnce) return [...changes, insert(deletion)];
  const first = changes.findIndex(({ op }) => op === "delete");
  return changes.with(first, leftoversChange(records[0] as RecordItem, deletion));
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
