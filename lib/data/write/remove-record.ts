/* Deletes one record: moves it to the trash. Its unique values are free at once. */

import type { Caller } from "#lib/data/identity/caller";
import { get, type RecordItem } from "#lib/data/records/records";
import { showRecord } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import type { RecordId } from "#lib/schemas/basics/ids";
import { type Record, shownWhole } from "#lib/schemas/records/record";
import { retryOnConflictFrom } from "#lib/store/commit";
import { commitRemoval } from "./remove-records.ts";

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
    await commitRemoval(schema, { records: [record], name: answer.name }, caller);
    return answer;
  });
}
