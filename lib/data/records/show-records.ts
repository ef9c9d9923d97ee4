/* Records as an answer shows them, with the people they name. */

import type { Caller } from "#lib/data/identity/caller";
import { fieldsByKey } from "#lib/engine/cells/cells";
import { makePresenter, peopleShown, type StoredRecord } from "#lib/engine/cells/present";
import type { Field } from "#lib/engine/fields/field";
import { takeFitting } from "#lib/schemas/basics/answer-size";
import { pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { Record, RecordQuery } from "#lib/schemas/records/record";
import { cellContext, peopleById } from "./people.ts";

export async function showRecords(
  records: StoredRecord[],
  ...how: [fields: Field[], query: RecordQuery, caller: Caller]
): Promise<Record[]> {
  return records.map(await showing(records, ...how));
}

/** For who changes records: all of them, or 413 before anything is written. */
export async function showAllFitting(
  records: StoredRecord[],
  ...how: [fields: Field[], query: RecordQuery, caller: Caller]
): Promise<Record[]> {
  return takeFitting(records, await showing(records, ...how));
}

/** How each of these records is shown: the people they name are known. */
async function showing(
  records: StoredRecord[],
  fields: Field[],
  { fieldKeyType, cellFormat, projection }: RecordQuery,
  caller: Caller,
): Promise<(record: StoredRecord) => Record> {
  const shown = projection ? projectRecord(fields, fieldKeyType, projection) : fields;
  const people = await peopleById(peopleShown(records, shown));
  const context = cellContext(caller, people);
  return makePresenter({ fields: shown, fieldKeyType, cellFormat, context, may: caller.may });
}

export async function showRecord(
  record: StoredRecord,
  { fields }: { fields: Field[] },
  query: RecordQuery,
  caller: Caller,
): Promise<Record> {
  const [shown] = await showRecords([record], fields, query, caller);
  return shown as Record;
}

export function projectRecord(
  fields: Field[],
  fieldKeyType: RecordQuery["fieldKeyType"],
  keys: string[],
): Field[] {
  const known = fieldsByKey(fields, fieldKeyType);
  const unknown = keys.flatMap((key, i) =>
    known.has(key)
      ? []
      : [{ path: pathOf(["projection", i]), message: "no field of this table has this key" }],
  );
  if (unknown.length > 0) throw unknownInside(unknown);
  return fields.filter((field) => keys.includes(field[fieldKeyType]));
}
