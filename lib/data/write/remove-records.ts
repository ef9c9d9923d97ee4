/* Deleting records: all of them, or none. They go into the trash together, and their unique values are free at once. */

import type { Caller } from "#lib/data/identity/caller";
import { findMany, type RecordItem, removeChanges } from "#lib/data/records/records";
import { showAllFitting } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import { moveToTrash } from "#lib/data/trash/trash-records";
import { unknownInside } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import { type Record, shownWhole } from "#lib/schemas/records/record";
import { commit, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { refuseUnknownIds } from "./update-records.ts";

/** Answers the records as they were; `start` is what was read with the request. */
export async function removeRecords(
  schema: Schema,
  ids: RecordId[],
  caller: Caller,
  start?: (RecordItem | undefined)[],
): Promise<Record[]> {
  const { table, fields } = schema;
  let current = start;
  return retryOnConflict(async () => {
    const found = current ?? (await findMany(table.id, ids));
    current = undefined;
    const unknown = refuseUnknownIds(ids, found, (i) => ["recordIds", i]);
    if (unknown.length > 0) throw unknownInside(unknown);
    const there = found as RecordItem[];
    const answer = await showAllFitting(there, fields, shownWhole, caller);
    const [{ name } = { name: "" }] = answer.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await commit(
      moveToTrash(table.id, { records: there, name, by: caller }, [
        ...there.flatMap((record) => removeChanges(schema, record)),
        ...keepAnswer(caller, { records: answer }, ids),
      ]),
    );
    return answer;
  });
}
