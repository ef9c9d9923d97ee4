/* Deletes one record: moves it to the trash. Its unique values are free at once. */

import type { Caller } from "#lib/data/identity/caller";
import { commitRecords } from "#lib/data/indexes/commit-records";
import { get, type RecordItem, removeChanges } from "#lib/data/records/records";
import { showRecord } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import { moveToTrash } from "#lib/data/trash/trash-records";
import type { RecordId } from "#lib/schemas/basics/ids";
import { type Record, shownWhole } from "#lib/schemas/records/record";
import { retryOnConflictFrom } from "#lib/store/commit";
import { followSoon } from "./follow-soon.ts";
import { unlinkAll } from "./remove-records.ts";

/**
 * Deletes the record and returns it as it was. `record` was read for the request; a retry reads it again. `expect` throws 412 if the
 * record is not in the state that the caller expects (`If-Match`).
 */
export async function removeRecord(
  { schema, record: start }: { schema: Schema; record: RecordItem },
  id: RecordId,
  caller: Caller,
  expect: (record: RecordItem) => void,
): Promise<Record> {
  const readAgain = () => get(schema.table.id, id);
  return retryOnConflictFrom(start, readAgain, async (record) => {
    expect(record);
    const answer = await showRecord(record, schema, shownWhole, caller);
    const { name } = answer;
    const deletion = { records: [record], name, by: caller };
    const { changes, notes } = await unlinkAll(schema, [record], caller);
    const all = moveToTrash(schema.table.id, deletion, [...removeChanges(schema, record), ...changes]);
    await commitRecords(schema, all);
    if (notes.length > 0) await followSoon(notes, all);
    return answer;
  });
}
