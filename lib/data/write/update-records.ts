/* Changing cells of records by their ids: of all of them, or of none. */

import type { Caller } from "#lib/data/identity/caller";
import { findMany } from "#lib/data/records/records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { type RecordInput, toRecordInputs } from "#lib/engine/cells/new-records";
import { pathOf } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import type { FieldKeyType, Record } from "#lib/schemas/records/record";
import type { RowPlace } from "#lib/schemas/records/row-order";
import { retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { checkRecords, readDrafts, resolveRowPlacement, write } from "./write-records.ts";

interface Updates {
  records: { id: RecordId; fields: RecordInput["values"] }[];
  fieldKeyType: FieldKeyType;
  typecast: boolean;
  order?: RowPlace | undefined;
}

/** `start` is what was read with the request. */
export async function updateRecords(start: Schema, updates: Updates, caller: Caller): Promise<Record[]> {
  let current: Schema | undefined = start;
  return retryOnConflict(async (attempt) => {
    const schema = current ?? (await readSchema(start.table.id));
    current = undefined;
    return edit(schema, updates, caller, attempt);
  });
}

async function edit(
  schema: Schema,
  { records, order, ...how }: Updates,
  caller: Caller,
  attempt: number,
): Promise<Record[]> {
  const ids = records.map(({ id }) => id);
  const [found, reading, places] = await Promise.all([
    findMany(schema.table.id, ids),
    readDrafts(schema, { ...how, said: toRecordInputs(records) }, caller),
    resolveRowPlacement(schema, order, { at: ["order"], count: ids.length, attempt }),
  ]);
  // what is wrong with the cells of a record that is not there is told first, too
  for (const [i, draft] of reading.drafts.entries()) draft.before = found[i]?.cells ?? {};
  const unknown = [...places.unknown, ...refuseUnknownIds(ids, found, (i) => ["records", i, "id"])];
  const cells = checkRecords(schema, reading, { issues: [], unknown });
  const { shown } = await write(schema, reading, { cells, found }, caller, {
    places,
    mark: ({ shown }) => keepAnswer(caller, shown, ids),
  });
  return shown;
}

/** An issue for each id that no record has. */
export const refuseUnknownIds = (
  ids: RecordId[],
  found: unknown[],
  pathAt: (index: number) => PropertyKey[],
) =>
  ids.flatMap((id, i) =>
    found[i] ? [] : [{ path: pathOf(pathAt(i)), message: `there is no record ${id} in this table` }],
  );
