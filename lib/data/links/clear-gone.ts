/* Removes links to a deleted record that its deletion did not remove: they were made at the same time, or there were too many for one commit. */

import { commitRecords } from "#lib/data/indexes/commit-records";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { findKept, type Schema, schemaOf } from "#lib/data/schema/table-schema";
import type { RecordId, UserId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { checkAbsent, retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { type Ends, endsOf, ownItems, readTheirs, schemaIn, tablesWritten } from "./link-ends.ts";
import { noteOthers } from "./link-notes.ts";
import { keyOfLink } from "./link-sides.ts";
import { type GoneRecord, noteChanges, notesOf, nothingFollows } from "./notes.ts";
import { OtherSide } from "./other-side.ts";

const linksPerCommit = 90;

interface By {
  by: UserId;
  time: string;
}

/** May be repeated. Does nothing if the record exists. */
export async function clearLinksOfGone(gone: GoneRecord, { by, time }: By): Promise<void> {
  const { tableId, id } = gone;
  const [table, record] = await Promise.all([findKept(tableId), getItem<RecordItem>(recordKey(tableId, id))]);
  if (!table || record) return;
  const schema = await schemaOf(table);
  for (const ends of endsOf(schema)) {
    const items = await ownItems(ends.mine, id);
    for (const piece of cutIntoPieces(items, linksPerCommit)) {
      const others = piece.map(({ other }) => other);
      await retryOnConflict(() => clearPiece(gone, { schema, ends, others }, { by, time }));
    }
  }
}

interface Piece {
  schema: Schema;
  ends: Ends;
  others: RecordId[];
}

async function clearPiece(
  { tableId, id }: GoneRecord,
  { schema, ends, others }: Piece,
  { by, time }: By,
): Promise<void> {
  const { theirs } = ends;
  const found = await readTheirs([
    ...others.map((other) => keyOfLink(theirs, other, id)),
    ...tablesWritten([ends]),
  ]);
  const linked = others.filter((other) => found(keyOfLink(theirs, other, id)));
  // if the other record is deleted too, both keep the link: they may be restored together
  const there = await readTheirs(linked.map((other) => recordKey(theirs.tableId, other)));
  const otherSide = new OtherSide({ by, time }, found);
  for (const other of linked)
    if (there(recordKey(theirs.tableId, other))) otherSide.unlink({ side: theirs, id: other, other: id });
  const changes = otherSide.changes();
  if (changes.length === 0 || (await getItem(recordKey(tableId, id)))) return;
  const following = { ...nothingFollows(), stale: otherSide.stale };
  await noteOthers(otherSide.records, schemaIn(found, schema), following);
  const notes = notesOf(following, { userId: by, now: time });
  // the commit is refused if the record was restored in the meantime
  await commitRecords(schema, [...changes, ...noteChanges(notes), checkAbsent(recordKey(tableId, id))]);
}
