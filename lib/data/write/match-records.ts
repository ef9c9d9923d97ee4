/*
 * Which records have certain values in certain fields.
 *
 *   one field is unique ──▶ the guards of its values ──▶ the records they point at      2 round trips
 *   none is             ──▶ the table, page after page; what nobody wants is dropped as it is read
 */

import { readSlice } from "#lib/data/records/record-pages";
import { findMany, guardKey, type RecordItem } from "#lib/data/records/records";
import type { Cells } from "#lib/engine/cells/cells";
import { duplicateIssue, uniqueText } from "#lib/engine/cells/constraints";
import type { Field } from "#lib/engine/fields/field";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import { autoNumberOf, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { FieldKeyType } from "#lib/schemas/records/record";
import { Refused, removeKey } from "#lib/store/commit";
import { getItems, keyText } from "#lib/store/store";

/** What a request says of a record: all the fields that it is found by are among these cells. */
export interface Sought {
  at: PropertyKey[];
  cells: Cells;
}

export interface Match {
  record?: RecordItem;
  issue?: Issue;
}

interface By {
  tableId: TableId;
  /** The fields, one at least. */
  fields: Field[];
  fieldKeyType: FieldKeyType;
}

/** Equal for records that are the same by these fields. */
export const valuesText = (fields: Field[], cells: Cells): string =>
  JSON.stringify(fields.map(({ id }) => uniqueText(cells[id])));

/** Of each the record that has its values, or why there is none that can be meant. */
export const matchRecords = (sought: Sought[], by: By): Promise<Match[]> => {
  const unique = by.fields.find((field) => field.unique);
  return unique ? matchByGuard(sought, by, unique) : lookThrough(sought, by);
};

async function matchByGuard(sought: Sought[], { tableId, fields, fieldKeyType }: By, unique: Field) {
  const keys = sought.map(({ cells }) => guardKey(tableId, unique, cells));
  const guards = await getItems(keys.filter((key) => key !== undefined));
  const owners = new Map(guards.map((guard) => [keyText(guard), guard["recordId"] as RecordId]));
  const records = await findMany(tableId, [...owners.values()]);
  const byId = new Map(records.flatMap((record) => (record ? [[record.id, record]] : [])));
  return sought.map(({ cells, at }, i): Match => {
    const key = keys[i];
    const owner = key && owners.get(keyText(key));
    if (!owner) return {};
    const record = byId.get(owner);
    // it was changed between the two readings: look again
    if (!record || valuesText([unique], record.cells) !== valuesText([unique], cells))
      throw new Refused([removeKey(key)]);
    if (valuesText(fields, record.cells) === valuesText(fields, cells)) return { record };
    return { issue: duplicateIssue(pathOf([...at, "fields", unique[fieldKeyType]])) };
  });
}

const recordsPerPage = 999;

async function lookThrough(sought: Sought[], { tableId, fields }: By): Promise<Match[]> {
  const found = new Map<string, RecordItem[]>(sought.map(({ cells }) => [valuesText(fields, cells), []]));
  let looked = 0;
  for (let after = 0; ; ) {
    const { records, more } = await readSlice({ tableId, after, skip: 0, take: recordsPerPage });
    for (const record of records) {
      const same = found.get(valuesText(fields, record.cells));
      // two are enough to know that it is not one
      if (same && same.length < 2) same.push(record);
    }
    looked += records.length;
    if (looked > limits.recordsLookedThrough) throw tooMany();
    const last = records.at(-1);
    if (!more || !last) break;
    after = autoNumberOf(last.id);
  }
  return sought.map(({ cells, at }): Match => {
    const [record, second] = found.get(valuesText(fields, cells)) ?? [];
    if (!record) return {};
    if (!second) return { record };
    const message = `more than one record has these values: ${record.id}, ${second.id}`;
    return { issue: { path: pathOf(at), message } };
  });
}

const tooMany = () =>
  invalid([
    {
      path: "upsert.fieldKeys",
      message: `must name a unique field: the table has more than ${limits.recordsLookedThrough} records, too many to look through`,
    },
  ]);
