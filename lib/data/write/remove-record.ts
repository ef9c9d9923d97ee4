/* Deleting one record: it goes into the trash, and its unique values are free at once. */

import type { Caller } from "#lib/data/identity/caller";
import { get, type RecordItem, removeChanges } from "#lib/data/records/records";
import { showRecord } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import { moveToTrash } from "#lib/data/trash/trash-records";
import type { RecordId } from "#lib/schemas/basics/ids";
import { type Record, shownWhole } from "#lib/schemas/records/record";
import { commit, retryOnConflict } from "#lib/store/commit";

/** Answers the record as it was; `start` is what was read with the request, `expect` throws where it is not as the caller knows it. */
export async function removeRecord(
  { schema, record: start }: { schema: Schema; record: RecordItem },
  id: RecordId,
  caller: Caller,
  expect: (record: RecordItem) => void,
): Promise<Record> {
  let current: RecordItem | undefined = start;
  return retryOnConflict(async () => {
    const record = current ?? (await get(schema.table.id, id));
    current = undefined;
    expect(record);
    const answer = await showRecord(record, schema, shownWhole, caller);
    const { name } = answer;
    const deletion = { records: [record], name, by: caller };
    await commit(moveToTrash(schema.table.id, deletion, removeChanges(schema, record)));
    return answer;
  });
}
