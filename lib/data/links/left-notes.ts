/*
 * Does notes that were not done before the answer: a process died, another writer interfered, or there was too much to do. The title of a
 * record that very many others link to is followed by a job (follow-job.ts).
 */

import { linksOf } from "#lib/data/records/link-keys";
import { find as findTable, schemaOf } from "#lib/data/schema/table-schema";
import { msPerMinute, timeAfter } from "#lib/schemas/basics/time-units";
import { commitIfAny } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItem, type Key, readPage } from "#lib/store/store";
import { followNotes } from "./follow-links.ts";
import { sidesOfDependent } from "./link-items.ts";
import { type ChangedRecord, type NoteItem, readOpenNotes } from "./notes.ts";
import { startFollowing } from "./start-following.ts";

/** Does the rest of a note; nothing if it was removed. */
export async function followLeft(key: Key, now: string): Promise<void> {
  const note = await getItem<NoteItem>(key);
  if (!note) return;
  const kept: ChangedRecord[] = [];
  for (const each of note.changed) {
    const { starts, left } = await startMany(each, note, now);
    await commitIfAny(starts);
    if (left.length > 0) kept.push({ ...each, dependents: left });
  }
  await followNotes([{ ...note, changed: kept }]);
}

/** One note updates at most so many records; a job does more. */
const mostAtOnce = 500;

/** Starts a job for each link field in which very many records show the title; gives the other fields in `left`. */
async function startMany(
  { tableId, id, dependents, isCarried, shown }: ChangedRecord,
  { by, isLater, hops }: NoteItem,
  now: string,
) {
  const table = await findTable(tableId);
  const schema = table && (await schemaOf(table));
  const starts = [];
  const left = [];
  for (const item of schema?.dependents ?? []) {
    if (!dependents.includes(item.fieldId)) continue;
    const { back } = sidesOfDependent(item);
    const first = back.isMany ? await readPage({ ...linksOf(back, id), limit: mostAtOnce + 1 }) : undefined;
    if (first && first.items.length > mostAtOnce)
      starts.push(...(await startFollowing(item, { userId: by, now, id, isCarried, shown, hops, isLater })));
    else left.push(item.fieldId);
  }
  return { starts, left };
}

/** The queue must have lost a note that is overdue by this much. */
const msOverdue = msPerMinute;

/** Does the notes that are overdue. */
export async function followOverdue(now: string): Promise<void> {
  const overdue = (await readOpenNotes()).filter(({ dueTime }) => timeAfter(dueTime, msOverdue) < now);
  await runTogether(overdue, ({ pk, sk }) => followLeft({ pk, sk }, now));
}
