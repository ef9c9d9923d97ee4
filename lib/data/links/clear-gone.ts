/* Takes away links to a record that was deleted while they were made, and those that were too many for the commit that deleted it. */

import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { findKept, schemaOf } from "#lib/data/schema/table-schema";
import type { UserId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { commitIfAny, retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { Detachment, endsOf, ownItems, readTheirs, theirKey } from "./link-ends.ts";
import { type GoneRecord, noteChange, notesOf, nothingFollows } from "./notes.ts";

const linksPerCommit = 90;

/** Any number of times; does nothing for a record that exists. */
export async function clearLinksOfGone(
  { tableId, id }: GoneRecord,
  { by, time }: { by: UserId; time: string },
): Promise<void> {
  const [table, record] = await Promise.all([findKept(tableId), getItem<RecordItem>(recordKey(tableId, id))]);
  if (!table || record) return;
  for (const { mine, theirs } of endsOf(await schemaOf(table))) {
    const items = await ownItems(mine, id);
    for (const piece of cutIntoPieces(items, linksPerCommit))
      await retryOnConflict(async () => {
        const keys = piece.map(({ other }) => theirKey(theirs, other, id));
        const found = await readTheirs(keys);
        const detachment = new Detachment();
        for (const { other } of piece)
          detachment.detach(theirs, { other, id, found: found(theirKey(theirs, other, id)) });
        const following = { ...nothingFollows(), stale: detachment.stale };
        const notes = notesOf(following, { userId: by, now: time });
        await commitIfAny([...detachment.changes({ by, time }), ...notes.map(noteChange)]);
      });
  }
}
