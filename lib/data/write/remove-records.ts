/* Deletes records: all of them or none. Moves them to the trash as one entry. Their unique values are free at once. */

import type { Caller } from "#lib/data/identity/caller";
import { findMany, type RecordItem, removeChanges } from "#lib/data/records/records";
import { showAllFitting } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import { moveToTrash } from "#lib/data/trash/trash-records";
import { unknownInside } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import { type Record, shownWhole } from "#lib/schemas/records/record";
import { commit, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { refuseUnknownIds } from "./update-records.ts";

/** Deletes the records and returns them as they were. `start` was read for the request; a retry reads them again. */
export async function removeRecords(
  schema: Schema,
  ids: RecordId[],
  caller: Caller,
  start?: (RecordItem | undefined)[],
): Promise<Record[]> {
  const { table, fields } = schema;
  const read = () => findMany(table.id, ids);
  return retryOnConflictFrom(start ?? (await read()), read, async (found) => {
    const unknown = refuseUnknownIds(ids, found, (i) => ["recordIds", i]);
    if (unknown.length > 0) throw unknownInside(unknown);
    const records = found as RecordItem[];
    const answer = await showAllFitting(records, fields, shownWhole, caller);
    const [{ name } = { name: "" }] = answer.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await commit(
      moveToTrash(table.id, { records, name, by: caller }, [
        ...records.flatMap((record) => removeChanges(schema, record)),
        ...keepAnswer(caller, { records: answer }, ids),
      ]),
    );
    return answer;
  });
}
