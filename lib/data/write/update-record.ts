/* Changes cells of one record. Cells that the request does not name stay unchanged, also under concurrent edits. */

import type { Caller } from "#lib/data/identity/caller";
import { get, type RecordItem, tagOf } from "#lib/data/records/records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import type { Record } from "#lib/schemas/records/record";
import type { RecordUpdate } from "#lib/schemas/records/record-changes";
import { retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { completeRecords, type DraftInput, readDrafts } from "./read-drafts.ts";
import { planBatch } from "./record-batch.ts";
import { resolveRowPlacement, writeBatch } from "./write-records.ts";

/** An existing record with the schema of its table. */
export interface ExistingRecord {
  schema: Schema;
  record: RecordItem;
}

/** Gives the update for the current state of the record; called again on each retry. Throws to refuse the request. */
type Decide = (existing: ExistingRecord) => Update;
type Update = RecordUpdate & Pick<DraftInput, "makeLinked">;

/** The answer that is kept for a repeated request, and the ids that are kept instead if the answer is too large. */
type Keep = (shown: Record) => { answer: unknown; ids: string[] };

/** Changes the record as `decide` says. `start` is what was read for the request; a retry reads it again. */
export async function updateRecord(
  start: ExistingRecord,
  id: RecordId,
  decide: Decide,
  caller: Caller,
  keep: Keep = (shown) => ({ answer: shown, ids: [id] }),
): Promise<{ shown: Record; item: RecordItem }> {
  const readAgain = () => readBoth(start.schema.table.id, id);
  return retryOnConflictFrom(start, readAgain, async (existing, attempt) => {
    return edit(existing, decide(existing), caller, { keep, attempt });
  });
}

async function readBoth(tableId: TableId, id: RecordId): Promise<ExistingRecord> {
  const [schema, record] = await Promise.all([readSchema(tableId), get(tableId, id)]);
  return { schema, record };
}

async function edit(
  { schema, record }: ExistingRecord,
  { record: { fields, seen }, order, ...how }: Update,
  caller: Caller,
  { keep, attempt }: { keep: Keep; attempt: number },
) {
  const [reading, places] = await Promise.all([
    readDrafts(
      schema,
      { ...how, inputs: [{ values: fields, seen, at: ["record"] }], found: async () => [record] },
      caller,
    ),
    resolveRowPlacement(schema, order, { at: ["order"], count: 1, attempt }),
  ]);
  const wanted = completeRecords(schema.table, reading, { found: [record], unknown: places.unknown });
  const batch = await planBatch({ table: schema.table, ...reading }, wanted, { places }, caller);
  const { shown, items } = await writeBatch(schema, batch, caller, ({ shown: [first], items: [item] }) => {
    const { answer, ids } = keep(first as Record);
    return keepAnswer(caller, answer, ids, item && tagOf(item));
  });
  return { shown: shown[0] as Record, item: items[0] as RecordItem };
}
