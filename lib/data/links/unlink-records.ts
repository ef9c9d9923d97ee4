/* Removes deleted records from the cells of the records that they are linked with. */

import type { Caller } from "#lib/data/identity/caller";
import type { LinkSide } from "#lib/data/records/link-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import type { Change } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import type { Key } from "#lib/store/store";
import { changingSides, refuseLinked } from "./changing.ts";
import {
  canBeLinkedMeanwhile,
  endsOf,
  othersIn,
  ownItems,
  readTheirs,
  schemaIn,
  tablesWritten,
} from "./link-ends.ts";
import { noteOthers } from "./link-notes.ts";
import { hasItems, keyOfLink } from "./link-sides.ts";
import { type NoteItem, noteChanges, notesOf, nothingFollows } from "./notes.ts";
import { OtherSide } from "./other-side.ts";

/** With more links than this, the commit removes only those that no item names. A note removes the others after it. */
const linksAtOnce = 9000;

export interface Unlinking {
  changes: Change[];
  notes: NoteItem[];
}

/** The changes for the commit that deletes the records. Two round trips if the table has links, otherwise none. */
export async function unlinkRecords(
  schema: Schema,
  records: RecordItem[],
  caller: Caller,
): Promise<Unlinking> {
  const ends = endsOf(schema);
  const changing = changingSides(schema);
  await refuseLinked(changing, records);
  const following = nothingFollows();
  if (ends.length + changing.length === 0) return { changes: [], notes: [] };
  const deleted = new Set(records.map(({ id }) => `${schema.table.id} ${id}`));
  const links: {
    mine: LinkSide;
    theirs: LinkSide;
    other: RecordItem["id"];
    id: RecordItem["id"];
    key: Key;
  }[] = [];
  const pairs = records.flatMap((record) => ends.map((end) => ({ record, ...end })));
  await runTogether(
    pairs,
    async ({ record, mine, theirs }) => {
      // records that are deleted together keep the links between them: they are restored together
      for (const other of othersIn(mine, record, await ownItems(mine, record.id)))
        if (!deleted.has(`${theirs.tableId} ${other}`))
          links.push({ mine, theirs, other, id: record.id, key: keyOfLink(theirs, other, record.id) });
    },
    16,
  );
  const isLarge = links.length > linksAtOnce;
  // if the change of relationship ends first, another call may still link to the record before it is deleted
  if (isLarge || changing.length > 0 || canBeLinkedMeanwhile(ends))
    following.gone.push(...records.map(({ id }) => ({ tableId: schema.table.id, id })));
  // later, the note finds links by the items of the record, which stay; links that only its cell holds go now
  const now = links.filter(({ mine }) => !isLarge || !hasItems(mine));
  const written = now.length > 0 ? tablesWritten(now) : [];
  const found = await readTheirs([...now.map(({ key }) => key), ...written]);
  const otherSide = new OtherSide({ by: caller.userId, time: caller.now }, found);
  for (const { theirs: side, other, id, key } of now)
    if (found(key)) otherSide.unlink({ side, id: other, other: id });
  following.stale.push(...otherSide.stale);
  await noteOthers(otherSide.records, schemaIn(found, schema), following);
  const notes = notesOf(following, caller);
  return {
    changes: [...otherSide.changes(), ...noteChanges(notes)],
    notes,
  };
}
