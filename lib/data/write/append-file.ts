/* Putting one more file into a cell of a record, behind those that it holds, whoever else is writing there. */

import type { Caller } from "#lib/data/identity/caller";
import { keep } from "#lib/data/records/attachments";
import { get, type RecordItem } from "#lib/data/records/records";
import * as fields from "#lib/data/schema/fields";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { fileNameOf } from "#lib/engine/field-types/shared/attachments";
import type { Attachment } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { invalid } from "#lib/schemas/basics/error";
import type { Record } from "#lib/schemas/records/record";
import { retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { checkRecords, readDrafts, write } from "./write-records.ts";

interface Known {
  schema: Schema;
  record: RecordItem;
}

interface Appending {
  fieldId: string;
  /** What the id of the field is in the request. */
  path: string;
  /** Asked once, when all else is known to be right. */
  read: () => Promise<{ name: string; contentType: string; body: Buffer }>;
  /** Throws where the record is not as the caller knows it. */
  expect: (record: RecordItem) => void;
}

/** `start` is what was read with the request. */
export async function appendFile(
  start: Known,
  { fieldId, path, read, expect }: Appending,
  caller: Caller,
): Promise<{ shown: Record; item: RecordItem }> {
  const fieldIn = (schema: Schema): Field => {
    const field = fields.get(schema, fieldId);
    if (field.type === "attachment") return field;
    throw invalid([{ path, message: `must be a field of attachments, is ${field.type}` }]);
  };
  fieldIn(start.schema);
  expect(start.record);
  const { name, contentType, body } = await read();
  const { token } = await keep({ contentType: typeOf(contentType), body }, caller);
  const item = { token, name: fileNameOf(name) };

  let current: Known | undefined = start;
  return retryOnConflict(async () => {
    const known = current ?? (await readBoth(start));
    current = undefined;
    expect(known.record);
    return edit(known, fieldIn(known.schema), item, caller);
  });
}

async function readBoth({ schema, record }: Known): Promise<Known> {
  const { id } = schema.table;
  const [latest, now] = await Promise.all([readSchema(id), get(id, record.id)]);
  return { schema: latest, record: now };
}

async function edit(
  { schema, record }: Known,
  field: Field,
  item: { token: string; name: string },
  caller: Caller,
) {
  const how = { fieldKeyType: "name", typecast: false } as const;
  const said = [{ values: { [field.name]: [item] }, at: [] }];
  const reading = await readDrafts(schema, { ...how, said }, caller);
  for (const draft of reading.drafts) {
    draft.before = record.cells;
    // those that are there keep their ids
    const held = (record.cells[field.id] ?? []) as Attachment[];
    for (const [each, cell] of draft.given)
      draft.given.set(each, [...held, ...((cell ?? []) as Attachment[])]);
  }
  const cells = checkRecords(schema, reading);
  const { shown, items } = await write(schema, reading, { cells, found: [record] }, caller, {
    mark: ({ shown: [answer] }) => keepAnswer(caller, answer, [record.id]),
  });
  return { shown: shown[0] as Record, item: items[0] as RecordItem };
}

const mediaType = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/** Others say what they like; what follows the type says nothing about a file that is stored as it came. */
function typeOf(contentType: string): string {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return mediaType.test(type) ? type : "application/octet-stream";
}
