/*
 * Records that go into the trash together. What says so is a change of the commit that deletes them; where they fill a transaction it
 * is left in the place of one of them instead, and the stream takes it from there into the trash:
 *
 *   99 changes   delete, delete … put TRASH#<table>
 *   100 changes  put in the place of the first, delete …  ──▶ stream: put TRASH#<table>, delete what was left
 *
 * What is left is hidden from readers as an intent whose commit never was, and whoever writes there may remove it: the stream has it.
 */

import type { RecordItem } from "#lib/data/records/records";
import type { TableId, UserId } from "#lib/schemas/basics/ids";
import { randomText } from "#lib/schemas/basics/ids";
import { type Change, commit, insert, maxChangesAtOnce, type NewItem, Refused } from "#lib/store/commit";
import { newCommitId } from "#lib/store/commit-items";
import { expiryIn } from "#lib/store/expiry";
import type { Key } from "#lib/store/item";
import { settleItems } from "#lib/store/settle-items";
import { countingDown } from "./history.ts";
import { trashOf } from "./trash.ts";
import { daysInTrash } from "./trash-images.ts";

interface Deletion {
  records: RecordItem[];
  /** Of the first of them. */
  name: string;
  by: { userId: UserId; now: string };
}

/** What is left in the place of a record. */
export interface Leftovers extends Key {
  commit: string;
  deletion: NewItem;
}

/** `changes` delete the records; gives all that their commit writes. */
export function moveToTrash(tableId: TableId, { records, name, by }: Deletion, changes: Change[]): Change[] {
  const deletion = {
    pk: trashOf(tableId),
    sk: countingDown(by.now) + randomText(16),
    entity: "deletion",
    name,
    deletedBy: by.userId,
    deletedTime: by.now,
    records: Object.fromEntries(records.map(({ id, version }) => [id, version])),
    expiresAt: expiryIn(daysInTrash, by.now),
  };
  if (changes.length !== maxChangesAtOnce) return [...changes, insert(deletion)];
  const first = changes.findIndex(({ op }) => op === "delete");
  return changes.with(first, leaving(records[0] as RecordItem, deletion));
}

function leaving(record: RecordItem, deletion: NewItem): Change {
  const { pk, sk, entity, version } = record;
  return {
    op: "update",
    before: record,
    item: { pk, sk, entity, version, commit: newCommitId(), deletion },
  };
}

/** It may be brought back by now, and is not put there again then. */
export async function keepDeletion({ deletion }: Leftovers): Promise<void> {
  await commit([insert(deletion)]).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
  });
}

/** Unless it is a record again. */
export const removeLeftovers = ({ pk, sk, commit }: Leftovers): Promise<void> =>
  settleItems(commit, "missing", [{ op: "create", key: { pk, sk } }]);
