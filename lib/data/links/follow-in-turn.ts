/*
 * Many calls that link to one record write a note each about that record. The notes of one user are done together:
 *
 *   note ──▶ no call works on the record: at once
 *        └─▶ one does: the note waits; then one run does all notes that wait ──▶ one read, one commit that removes all of these notes
 *
 * A run reads after the commits of all its notes, so it reads what they have written.
 */

import { recordKey } from "#lib/data/records/record-keys";
import { readToTheEnd } from "#lib/store/stop-reading";
import { keyText } from "#lib/store/store";
import type { NoteItem } from "./notes.ts";

interface Waiting {
  note: NoteItem;
  resolve(work: Promise<void>): void;
}

/** Removing them and writing the record must fit into one transaction. */
const notesAtOnce = 50;

/** Makes the function that does a note together with notes of other calls in this process. It throws what `follow` throws. */
export function makeFollower(follow: (notes: NoteItem[]) => Promise<void>) {
  const lines = new Map<string, Waiting[]>();

  /** The first call of a line works for all that wait in it; this work goes on when its own call has ended. */
  async function followLine(key: string, line: Waiting[]): Promise<void> {
    while (line.length > 0) {
      const some = line.splice(0, notesAtOnce);
      const work = follow(some.map(({ note }) => note));
      for (const { resolve } of some) resolve(work);
      await work.catch(() => {});
    }
    lines.delete(key);
  }

  return function followInTurn(note: NoteItem): Promise<void> {
    const key = lineOf(note);
    if (key === undefined) return follow([note]);
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { note, resolve };
    const line = lines.get(key);
    if (line) line.push(waiting);
    else {
      const started = [waiting];
      lines.set(key, started);
      void readToTheEnd(() => followLine(key, started));
    }
    return promise;
  };
}

/** The user and the record of a note that is only about links of one record; `undefined` for all other notes. */
function lineOf({ stale: [first, ...more], sure, changed, gone, by }: NoteItem): string | undefined {
  if (!first || changed.length + gone.length > 0 || sure.length > 1) return undefined;
  if (more.some(({ id }) => id !== first.id)) return undefined;
  return `${by} ${keyText(recordKey(first.tableId, first.id))}`;
}
