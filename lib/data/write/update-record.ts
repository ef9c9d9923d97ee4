/* Changing cells of one record. What the edit does not name stays, whoever else is editing. */

import type { Caller } from "#lib/data/identity/caller";
import { get, type RecordItem } from "#lib/data/records/records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import type { Record } from "#lib/schemas/records/record";
import type { RecordUpdate } from "#lib/schemas/records/record-changes";
import { retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { checkRecords, readDrafts, resolveRowPlacement, write } from "./write-records.ts";

/** A record that is there. */
export interface Known {
  schema: Schema;
  record: RecordItem;
}

/** What is to be done with the record as it is, also when that is asked once more; throws where nothing is. */
type Decide = (known: Known) => RecordUpdate;

/** What is kept for a request that is repeated: the answer, and ids for one that is too large. */
type Keep = (shown: Record) => { answer: unknown; ids: string[] };

/** `start` is what was read with the request. */
export async function updateRecord(
  start: Known,
  id: RecordId,
  decide: Decide,
  caller: Caller,
  keep: Keep = (shown) => ({ answer: shown, ids: [id] }),
): Promise<{ shown: Record; item: RecordItem }> {
  let current: Known | undefined = start;
  return retryOnConflict(async (attempt) => {
    const known = current ?? (await readBoth(start.schema.table.id, id));
    current = undefined;
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
  for (const draft of reading.drafts) draft.before = record.cells;
  const cells = checkRecords(schema, reading, { issues: [], unknown: places.unknown });
  const { shown, items } = await write(schema, reading, { cells, found: [record] }, caller, {
    places,
    mark: ({ shown: [first] }) => {
      const { answer, ids } = keep(first as Record);
      return keepAnswer(caller, answer, ids);
    },
  });
  return { shown: shown[0] as Record, item: items[0] as RecordItem };
}
