/* Deletes records: all of them or none. Moves them to the trash as one entry. Their unique values are free at once. */

import type { Caller } from "#lib/data/identity/caller";
import { commitRecords } from "#lib/data/indexes/commit-records";
import { mayHaveLinks } from "#lib/data/links/link-items";
import type { NoteItem } from "#lib/data/links/notes";
import type { unlinkRecords } from "#lib/data/links/unlink-records";
import { findMany, type RecordItem, removeChanges, tagOf } from "#lib/data/records/records";
import { showAllFitting } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import { newDeletionOf } from "#lib/data/trash/trash-records";
import { unknownInside } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import { type Record, shownWhole } from "#lib/schemas/records/record";
import { type Change, insert, type NewItem, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { followSoon } from "./follow-soon.ts";
import { keepOperation } from "./keep-operation.ts";
import { refuseUnknownIds } from "./update-records.ts";

/** The changes that remove links to deleted records. Imports the code only for a table with links. */
const unlinkAll: typeof unlinkRecords = async (schema, ...others) =>
  mayHaveLinks(schema)
    ? (await import("#lib/data/links/unlink-records")).unlinkRecords(schema, ...others)
    : { changes: [], notes: [] };

interface RemovingHow {
  /** As read for the request; a retry reads them again. */
  start?: (RecordItem | undefined)[];
  /** Gives the answer that is kept for a repeated request. */
  answerOf?: (removed: Record[]) => unknown;
  /** Gets the state of each record. Throws 412 if the caller expects another one (`If-Match`). */
  expectTag?: (tag: string) => void;
}

/** Deletes the records and returns them as they were. */
export async function removeRecords(
  schema: Schema,
  ids: RecordId[],
  caller: Caller,
  { start, answerOf = (records) => ({ records }), expectTag }: RemovingHow = {},
): Promise<Record[]> {
  const { table, fields } = schema;
  const read = () => findMany(table.id, ids);
  return retryOnConflictFrom(start ?? (await read()), read, async (found) => {
    const unknown = refuseUnknownIds(ids, found, (i) => ["recordIds", i]);
    if (unknown.length > 0) throw unknownInside(unknown);
    const records = found as RecordItem[];
    if (expectTag) for (const record of records) expectTag(tagOf(record));
    const answer = await showAllFitting(records, fields, shownWhole, caller);
    const [{ name } = { name: "" }] = answer.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await commitRemoval(schema, { records, name }, caller, keepAnswer(caller, answerOf(answer), ids));
    return answer;
  });
}

interface Removed {
  records: RecordItem[];
  /** The name of the first of them. */
  name: string;
}

/** Deletes these records and makes `further` changes, in one commit. */
export async function commitRemoval(
  schema: Schema,
  { records, name }: Removed,
  caller: Caller,
  further: Change[] = [],
): Promise<void> {
  const { changes, notes, deletion } = await planRemoval(schema, { records, name }, caller);
  const writes = records.map((before) => ({ before }));
  const kept = await keepOperation([...changes, ...further], schema, { writes, deletion }, caller);
  const all = [...kept, insert(deletion)];
  await commitRecords(schema, all);
  if (notes.length > 0) await followSoon(notes, all);
}

interface Removal {
  /** The changes without the one that creates the deletion. */
  changes: Change[];
  notes: NoteItem[];
  deletion: NewItem;
}

/** The changes that delete these records. Two round trips if the table has links, otherwise none. */
export async function planRemoval(
  schema: Schema,
  { records, name }: Removed,
  caller: Caller,
): Promise<Removal> {
  const { changes, notes } = await unlinkAll(schema, records, caller);
  return {
    changes: [...records.flatMap((record) => removeChanges(schema, record)), ...changes],
    notes,
    deletion: newDeletionOf(schema.table.id, records, { name, by: caller }),
  };
}
