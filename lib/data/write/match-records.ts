/*
 * Finds the records that have given values in given fields.
 *
 *   one field is unique ──▶ read the guards of its values ──▶ read their records      2 round trips
 *   an index has one    ──▶ its entries of these values ──▶ read their records        2 round trips
 *   none of these       ──▶ read the whole table, page after page, keeping only the matches
 */

import { lookUpCells } from "#lib/data/query/look-up";
import { readSlices } from "#lib/data/records/record-pages";
import { findMany, guardKey, type RecordItem } from "#lib/data/records/records";
import { takeScanTurn } from "#lib/data/records/scan-turns";
import type { Schema } from "#lib/data/schema/table-schema";
import type { Cells } from "#lib/engine/cells/cells";
import { duplicateIssue, uniqueText } from "#lib/engine/cells/constraints";
import { makeReshaper } from "#lib/engine/cells/stored-cells";
import type { Field } from "#lib/engine/fields/field";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import type { RecordId, TableId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import type { FieldKeyType } from "#lib/schemas/records/record";
import { Refused, removeKey } from "#lib/store/commit";
import { getItems, keyText } from "#lib/store/store";

/** One record of a request, with cells for all fields by which records are matched. */
export interface InputCells {
  /** Its path in the request. */
  at: PropertyKey[];
  cells: Cells;
}

/** Neither member: no record has these values. */
export interface Match {
  record?: RecordItem;
  /** Why the match is not clear. */
  issue?: Issue;
}

interface MatchKeys {
  schema: Schema;
  /** At least one. */
  fields: Field[];
  fieldKeyType: FieldKeyType;
  userId: UserId;
}

/** A text that is equal for records with the same values in these fields. */
export const valuesText = (fields: Field[], cells: Cells): string =>
  JSON.stringify(fields.map((field) => uniqueText(field, cells[field.id])));

/**
 * For each input the record that has its values, in the same order. Throws 400 if the table is too large to search without a unique
 * field, `Refused` if a record changed during the search: retry.
 */
export const matchRecords = (inputs: InputCells[], by: MatchKeys): Promise<Match[]> => {
  const unique = by.fields.find((field) => field.unique);
  return unique ? matchByGuard(inputs, by, unique) : matchByValues(inputs, by);
};

async function matchByGuard(
  inputs: InputCells[],
  { schema, fields, fieldKeyType }: MatchKeys,
  unique: Field,
) {
  const tableId = schema.table.id;
  const keys = inputs.map(({ cells }) => guardKey(tableId, unique, cells));
  const guards = await getItems(keys.filter((key) => key !== undefined));
  const owners = new Map(guards.map((guard) => [keyText(guard), guard["recordId"] as RecordId]));
  const records = await findMany(tableId, [...owners.values()]);
  const reshape = makeReshaper(fields);
  const byId = new Map(records.flatMap((record) => (record ? [[record.id, record]] : [])));
  return inputs.map(({ cells, at }, i): Match => {
    const key = keys[i];
    const owner = key && owners.get(keyText(key));
    if (!owner) return {};
    const record = byId.get(owner);
    // changed between the two reads: retry
    const present = record && reshape(record).cells;
    if (!present || valuesText([unique], present) !== valuesText([unique], cells))
      throw new Refused([removeKey(key)]);
    if (valuesText(fields, present) === valuesText(fields, cells)) return { record };
    return { issue: duplicateIssue(pathOf([...at, "fields", unique[fieldKeyType]])) };
  });
}

const recordsPerPage = 999;

/** Compares records that an index names, or else all records, with the inputs. */
async function matchByValues(inputs: InputCells[], { schema, fields, userId }: MatchKeys): Promise<Match[]> {
  const tableId = schema.table.id;
  const isCell = (cell: unknown) => typeof cell === "string" || typeof cell === "number";
  const cellsOf = (field: Field) => inputs.map(({ cells }) => cells[field.id]);
  // an empty cell is in no range of values
  const indexed = fields.find(
    (field) =>
      cellsOf(field).every(isCell) && schema.indexes.some(({ orders }) => orders[0]?.fieldId === field.id),
  );
  const ids = indexed && (await lookUpCells(schema, indexed, cellsOf(indexed)));
  if (!ids)
    return takeScanTurn({ tableId, userId }, () =>
      matchAmong(inputs, fields, readSlices(tableId, recordsPerPage)),
    );
  return matchAmong(inputs, fields, readMany(tableId, ids));
}

async function* readMany(tableId: TableId, ids: RecordId[]): AsyncGenerator<RecordItem[]> {
  for (const some of cutIntoPieces(ids, recordsPerPage))
    yield (await findMany(tableId, some)).filter((record) => record !== undefined);
}

async function matchAmong(
  inputs: InputCells[],
  fields: Field[],
  among: AsyncGenerator<RecordItem[]>,
): Promise<Match[]> {
  const matches = new Map<string, RecordItem[]>(inputs.map(({ cells }) => [valuesText(fields, cells), []]));
  const reshape = makeReshaper(fields);
  let scanned = 0;
  for await (const records of among) {
    for (const record of records) {
      const same = matches.get(valuesText(fields, reshape(record).cells));
      // two are enough to know that the match is not clear
      if (same && same.length < 2) same.push(record);
    }
    scanned += records.length;
    if (scanned > limits.recordsLookedThrough) throw tooMany();
  }
  return inputs.map(({ cells, at }): Match => {
    const [record, second] = matches.get(valuesText(fields, cells)) ?? [];
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
      message: `must name a unique field: the table has more than ${limits.recordsLookedThrough} records, too many to search otherwise`,
    },
  ]);
