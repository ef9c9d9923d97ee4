/* The notes that nobody has followed yet. */
import { type NoteItem, notePartitions } from "#lib/data/links/notes";
import { readAll } from "#lib/store/store";
import type { Accident } from "#test/support/events/processes";

export const openNotes = async (): Promise<NoteItem[]> =>
  (await Promise.all(notePartitions.map((pk) => readAll<NoteItem>({ pk })))).flat();

/** Until a note is followed, a call sends nothing more to the store. */
export const untilItFollows = () => {
  let isCommitted = false;
  return ({ command, input }: { command: string; input: object }): Accident | undefined => {
    if (isCommitted) return "killed before";
    isCommitted = command === "TransactWriteItems" && JSON.stringify(input).includes('"linkNote"');
    return undefined;
  };
};
