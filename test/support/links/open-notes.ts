/* The notes that nobody has followed yet. */
import { type NoteItem, notePartitions } from "#lib/data/links/notes";
import { readAll } from "#lib/store/store";

export const openNotes = async (): Promise<NoteItem[]> =>
  (await Promise.all(notePartitions.map((pk) => readAll<NoteItem>({ pk })))).flat();
