/* Reads the counts of an index: the sums and the notes that count. */

import type { TableId } from "#lib/schemas/basics/ids";
import type { LiveIndex } from "../live-indexes.ts";
import type { Counted } from "./count-items.ts";
import { allNumbers, readSums } from "./fold-counts.ts";
import { readCut } from "./read-cut.ts";

/** Each attempt reads again, because a fold interfered. */
const mostAttempts = 4;

/** The exact counts of the groups of an index; undefined while they cannot be read. */
export async function readCounts(tableId: TableId, { item }: LiveIndex): Promise<Counted[] | undefined> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const { sums, valid, undecided, isTorn, isTouched } = await readCut(tableId, item.id);
    if (!isTorn && sums?.at !== allNumbers) return undefined;
    const isOpen = undecided.some(({ moves }) => moves.some(([id]) => isTouched(id)));
    if (isTorn || !sums || isOpen) continue;
    const counts = readSums(sums);
    for (const note of valid) counts.addNote(note);
    return counts.groups();
  }
  return undefined;
}
