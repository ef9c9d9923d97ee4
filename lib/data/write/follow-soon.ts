/* Updates other records after a commit, before the answer. The code is imported only by calls that change links. */

import type { NoteItem } from "#lib/data/links/notes";
import { type Change, maxChangesAtOnce } from "#lib/store/commit";

/** Updates records that show links or titles of these records. Best effort: the notes are part of the commit. */
export async function followSoon(notes: NoteItem[], changes: Change[]): Promise<void> {
  const links = await import("#lib/data/links/follow-links");
  await links.followSoon(notes, changes.length > maxChangesAtOnce);
}
