/* Appends one file to a cell of a record. Concurrent changes of the record are kept. */

import type { Caller } from "#lib/data/identity/caller";
import { keep } from "#lib/data/records/attachments";
import { get, type RecordItem, tagOf } from "#lib/data/records/records";
import { getField, readSchema, type Schema } from "#lib/data/schema/table-schema";
import { readStored } from "#lib/engine/cells/stored-cells";
import { fileNameOf } from "#lib/engine/field-types/shared/attachments";
import type { Attachment } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { invalid } from "#lib/schemas/basics/error";
import type { FieldKeyType, Record } from "#lib/schemas/records/record";
import { retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { completeRecords, readDrafts } from "./read-drafts.ts";
import { planBatch } from "./record-batch.ts";
import type { ExistingRecord } from "./update-record.ts";
import { writeBatch } from "./write-records.ts";

interface AppendFile {
  fieldId: string;
  /** The kind of keys by which the answer names fields. */
  fieldKeyType: FieldKeyType;
  /** The path of the field's id in the request. */
  path: string;
  /** Reads the file; called once, after everything else is checked. */
  read: () => Promise<{ name: string; contentType: string; body: Buffer }>;
  /** Throws 412 if the record is not in the state that the caller expects (`If-Match`). */
  expect: (record: RecordItem) => void;
}

/** Stores the file and appends it. `start` is what was read for the request; a retry reads it again. */
export async function appendFile(
  start: ExistingRecord,
  { fieldId, fieldKeyType, path, read, expect }: AppendFile,
  caller: Caller,
): Promise<{ shown: Record; item: RecordItem }> {
  const fieldIn = (schema: Schema): Field => {
    const field = getField(schema, fieldId);
    if (field.type === "attachment" && !field.isLookup) return field;
    const message = field.isLookup
      ? "is a lookup: put the file into the record that it looks up"
      : `must be a field of type attachment; its type is ${field.type}`;
    throw invalid([{ path, message }]);
  };
  fieldIn(start.schema);
  expect(start.record);
  const { name, contentType, body } = await read();
  const { token } = await keep({ contentType: typeOf(contentType), body }, caller);
  const item = { token, name: fileNameOf(name) };

  const readAgain = () => readBoth(start);
  return retryOnConflictFrom(start, readAgain, async (existing) => {
    expect(existing.record);
    return edit(existing, { field: fieldIn(existing.schema), fieldKeyType }, item, caller);
  });
}

async function readBoth({ schema, record }: ExistingRecord): Promise<ExistingRecord> {
  const { id } = schema.table;
  const [latest, now] = await Promise.all([readSchema(id), get(id, record.id)]);
  return { schema: latest, record: now };
}

async function edit(
  { schema, record }: ExistingRecord,
  { field, fieldKeyType }: { field: Field; fieldKeyType: FieldKeyType },
  item: { token: string; name: string },
  caller: Caller,
) {
  const how = { fieldKeyType, typecast: false };
  const inputs = [{ values: { [field[fieldKeyType]]: [item] }, at: [] }];
  const reading = await readDrafts(schema, { ...how, inputs }, caller);
  for (const { given } of reading.drafts) {
    // existing attachments keep their ids
    const held = (readStored(field)(record) ?? []) as Attachment[];
    for (const [each, cell] of given) given.set(each, [...held, ...((cell ?? []) as Attachment[])]);
  }
  const wanted = completeRecords(schema.table, reading, { found: [record] });
  const batch = await planBatch({ table: schema.table, ...reading }, wanted, {}, caller);
  const { shown, items } = await writeBatch(schema, batch, caller, ({ shown: [answer], items: [now] }) =>
    keepAnswer(caller, answer, [record.id], now && tagOf(now)),
  );
  return { shown: shown[0] as Record, item: items[0] as RecordItem };
}

const mediaType = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/** The media type without parameters; invalid types become application/octet-stream. */
function typeOf(contentType: string): string {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return mediaType.test(type) ? type : "application/octet-stream";
}
