/* Creates the records of a request in an existing table: all of them or none. */

import type { Caller } from "#lib/data/identity/caller";
import { tagOf } from "#lib/data/records/records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { toRecordInputs } from "#lib/engine/cells/new-records";
import { holdsFiles, holdsPeople } from "#lib/engine/fields/field";
import type { Record } from "#lib/schemas/records/record";
import type { NewRecords } from "#lib/schemas/records/record-changes";
import { retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { completeRecords, type DraftInput, readDrafts } from "./read-drafts.ts";
import { planBatch } from "./record-batch.ts";
import { numbersOf, type TakeNumbers } from "./record-numbers.ts";
import { resolveRowPlacement, writeBatch } from "./write-records.ts";

type Input = NewRecords & Pick<DraftInput, "makeLinked">;

/** Creates the records and returns them as shown. `start` is the schema as read for the request; a retry reads it again. */
export async function createRecords(start: Schema, input: Input, caller: Caller): Promise<Record[]> {
  const { id } = start.table;
  const takeNumbers = numbersOf(id);
  const readAgain = () => readSchema(id);
  return retryOnConflictFrom(start, readAgain, (schema, attempt) =>
    create(schema, input, caller, { takeNumbers, attempt }),
  );
}

async function create(
  schema: Schema,
  { records, order, ...how }: Input,
  caller: Caller,
  { takeNumbers, attempt }: { takeNumbers: TakeNumbers; attempt: number },
): Promise<Record[]> {
  // taking numbers needs no data, so it is sent together with the reads, if there are any
  const isReading = order || schema.fields.some((field) => holdsPeople(field) || holdsFiles(field));
  const [reading, places] = await Promise.all([
    readDrafts(schema, { ...how, inputs: toRecordInputs(records), mayCreate: true }, caller),
    resolveRowPlacement(schema, order, { at: ["order"], count: records.length, attempt }),
    isReading && takeNumbers(records.length),
  ]);
  const wanted = completeRecords(schema.table, reading, places);
  const target = { table: schema.table, ...reading };
  const batch = await planBatch(target, wanted, { takeNumbers, places }, caller);
  const { shown } = await writeBatch(schema, batch, caller, ({ shown, items }) =>
    keepAnswer(
      caller,
      { records: shown },
      items.map(({ id }) => id),
      items.length === 1 ? items.map(tagOf)[0] : undefined,
    ),
  );
  return shown;
}
