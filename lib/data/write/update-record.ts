/* Changing cells of one record. What the edit does not name stays, also when others edit at the same time. */

import type { Caller } from "#lib/data/identity/caller";
import { get, type RecordItem } from "#lib/data/records/records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import type { Record } from "#lib/schemas/records/record";
import type { RecordUpdate } from "#lib/schemas/records/record-changes";
import { retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { completeRecords, readDrafts } from "./read-drafts.ts";
import { planBatch } from "./record-batch.ts";
import { resolveRowPlacement, writeBatch } from "./write-records.ts";

/** A record that is there. */
export interface Known {
  schema: Schema;
  record: RecordItem;
}

/** What is to be done with the record as it is; called again when it was changed meanwhile. Throws where nothing is to be done. */
type Decide = (known: Known) => RecordUpdate;

/** What is kept for a request that is repeated: the answer, and the ids that stand for one that is too large. */
type Keep = (shown: Record) => { answer: unknown; ids: string[] };

/** Changes the record and gives it as it is then. `start` is what was read with the request. */
export async function updateRecord(
  start: Known,
  id: RecordId,
  decide: Decide,
  caller: Caller,
  keep: Keep = (shown) => ({ answer: shown, ids: [id] }),
): Promise<{ shown: Record; item: RecordItem }> {
  const readAgain = () => readBoth(start.schema.table.id, id);
  return retryOnConflictFrom(start, readAgain, async (known, attempt) => {
    return edit(known, decide(known), caller, { keep, attempt });
  });
}

async function readBoth(tableId: TableId, id: RecordId): Promise<Known> {
  const [schema, record] = await Promise.all([readSchema(tableId), get(tableId, id)]);
  return { schema, record };
}

async function edit(
  { schema, record }: Known,
  { record: { fields }, order, ...how }: RecordUpdate,
  caller: Caller,
  { keep, attempt }: { keep: Keep; attempt: number },
) {
  const [reading, places] = await Promise.all([
    readDrafts(schema, { ...how, said: [{ values: fields, at: ["record"] }] }, caller),
    resolveRowPlacement(schema, order, { at: ["order"], count: 1, attempt }),
  ]);
  const wanted = completeRecords(schema.table, reading, { found: [record], unknown: places.unknown });
  const batch = await planBatch({ table: schema.table, ...reading }, wanted, { places }, caller);
  const { shown, items } = await writeBatch(schema, batch, caller, ({ shown: [first] }) => {
    const { answer, ids } = keep(first as Record);
    return keepAnswer(caller, answer, ids);
  });
  return { shown: shown[0] as Record, item: items[0] as RecordItem };
}
