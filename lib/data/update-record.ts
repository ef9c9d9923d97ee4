/* Changing cells of one record. What the edit does not name stays, whoever else is editing. */
import type { RecordId, TableId } from "#lib/schemas/ids";
import type { Record, RecordUpdate } from "#lib/schemas/record";
import type { Caller } from "./caller.ts";
import { again } from "./commit.ts";
import { marking } from "./marks.ts";
import { get, type RecordItem } from "./records.ts";
import { readSchema, type Schema } from "./table-schema.ts";
import { checked, readDrafts, write } from "./write-records.ts";

interface Known {
  schema: Schema;
  record: RecordItem;
}

/** `start` is what was read with the request; `expect` throws where the record is not as the caller knows it. */
export async function updateRecord(
  start: Known,
  id: RecordId,
  input: RecordUpdate,
  caller: Caller,
  expect: (record: RecordItem) => void,
): Promise<{ shown: Record; item: RecordItem }> {
  let current: Known | undefined = start;
  return again(async () => {
    const known = current ?? (await readBoth(start.schema.table.id, id));
    current = undefined;
    expect(known.record);
    return edit(known, input, caller);
  });
}

async function readBoth(tableId: TableId, id: RecordId): Promise<Known> {
  const [schema, record] = await Promise.all([readSchema(tableId), get(tableId, id)]);
  return { schema, record };
}

async function edit({ schema, record }: Known, { record: { fields }, ...how }: RecordUpdate, caller: Caller) {
  const reading = await readDrafts(schema, { ...how, said: [{ values: fields, at: ["record"] }] }, caller);
  for (const draft of reading.drafts) draft.before = record.cells;
  const cells = checked(schema, reading);
  const { shown, items } = await write(schema, reading, { cells, found: [record] }, caller, {
    mark: ({ shown: [answer] }) => marking(caller, answer, [record.id]),
  });
  return { shown: shown[0] as Record, item: items[0] as RecordItem };
}
