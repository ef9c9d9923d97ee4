/* Changes cells of records by their ids: of all records of the request or of none. */

import type { Caller } from "#lib/data/identity/caller";
import { findMany } from "#lib/data/records/records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { type RecordInput, toRecordInputs } from "#lib/engine/cells/new-records";
import { pathOf } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import type { FieldKeyType, Record } from "#lib/schemas/records/record";
import type { RowPlace } from "#lib/schemas/records/row-order";
import { retryOnConflictFrom } from "#lib/store/commit";
import { type AnswerChanges, keepAnswer } from "#lib/store/idempotency-records";
import { completeRecords, type DraftInput, readDrafts } from "./read-drafts.ts";
import { planBatch, type Written } from "./record-batch.ts";
import { resolveRowPlacement, writeBatch } from "./write-records.ts";

interface Updates extends Pick<DraftInput, "makeLinked"> {
  records: ({ id: RecordId; fields: RecordInput["values"] } & Pick<RecordInput, "seen">)[];
  fieldKeyType?: FieldKeyType | undefined;
  typecast: boolean;
  order?: RowPlace | undefined;
}

/** Changes the records and returns them as shown. `start` is the schema as read for the request; a retry reads it again. */
export async function updateRecords(
  start: Schema,
  updates: Updates,
  caller: Caller,
  keep: AnswerChanges<Written> = ({ shown, items }) =>
    keepAnswer(
      caller,
      shown,
      items.map(({ id }) => id),
    ),
): Promise<Record[]> {
  const readAgain = () => readSchema(start.table.id);
  return retryOnConflictFrom(start, readAgain, async (schema, attempt) => {
    return edit(schema, updates, caller, { attempt, keep });
  });
}

async function edit(
  schema: Schema,
  { records, order, ...how }: Updates,
  caller: Caller,
  { attempt, keep }: { attempt: number; keep: AnswerChanges<Written> },
): Promise<Record[]> {
  const ids = records.map(({ id }) => id);
  const finding = findMany(schema.table.id, ids);
  const [found, reading, places] = await Promise.all([
    finding,
    readDrafts(schema, { ...how, inputs: toRecordInputs(records), found: () => finding }, caller),
    resolveRowPlacement(schema, order, { at: ["order"], count: ids.length, attempt }),
  ]);
  const unknown = [...places.unknown, ...refuseUnknownIds(ids, found, (i) => ["records", i, "id"])];
  const wanted = completeRecords(schema.table, reading, { found, unknown });
  const batch = await planBatch({ table: schema.table, ...reading }, wanted, { places }, caller);
  const { shown } = await writeBatch(schema, batch, caller, keep);
  return shown;
}

/** An issue for each id without a record. `found` has the record of each id, in the order of `ids`. */
export const refuseUnknownIds = (
  ids: RecordId[],
  found: unknown[],
  pathAt: (index: number) => PropertyKey[],
) =>
  ids.flatMap((id, i) =>
    found[i] ? [] : [{ path: pathOf(pathAt(i)), message: `there is no record ${id} in this table` }],
  );
