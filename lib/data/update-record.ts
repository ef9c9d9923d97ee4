/* Changing cells of one record. What the edit does not name stays, whoever else is editing. */
import {
  editedCells,
  fieldsByKey,
  growing,
  grown,
  readCells,
  sizeIssue,
  unknownKeys,
} from "#lib/engine/cells";
import { localizationOf, missingIssues } from "#lib/engine/constraints";
import { isComputed } from "#lib/engine/field";
import { invalid, pathOf, unknownInside } from "#lib/schemas/error";
import type { RecordId, TableId } from "#lib/schemas/ids";
import type { Record, RecordUpdate } from "#lib/schemas/record";
import type { Caller } from "./caller.ts";
import { again, change, commit } from "./commit.ts";
import { addChoices } from "./fields.ts";
import { peopleNamed } from "./people.ts";
import { exchange, get, type RecordItem, refusingDuplicates } from "./records.ts";
import { showRecord } from "./show-records.ts";
import { readSchema, type Schema } from "./tables.ts";

const at = ["record", "fields"];

interface Known {
  schema: Schema;
  record: RecordItem;
}

/** `start` is what was read with the request. */
export async function updateRecord(
  start: Known,
  id: RecordId,
  input: RecordUpdate,
  caller: Caller,
): Promise<Record> {
  let current: Known | undefined = start;
  return again(async () => {
    const { schema, record } = current ?? (await readBoth(start.schema.table.id, id));
    current = undefined;
    const edited = await edit(schema, record, input, caller);
    const query = { fieldKeyType: input.fieldKeyType, cellFormat: "json" as const };
    return showRecord(edited, schema, query, caller);
  });
}

async function readBoth(tableId: TableId, id: RecordId): Promise<Known> {
  const [schema, record] = await Promise.all([readSchema(tableId), get(tableId, id)]);
  return { schema, record };
}

async function edit(
  schema: Schema,
  record: RecordItem,
  input: RecordUpdate,
  caller: Caller,
): Promise<RecordItem> {
  const { table } = schema;
  const { fieldKeyType, typecast } = input;
  const values = input.record.fields;
  const fields = typecast ? growing(schema.fields) : schema.fields;
  const known = fieldsByKey(fields, fieldKeyType);

  const people = await peopleNamed(
    { fields, values: Object.values(values), typecast, me: caller.userId },
    table,
  );
  const context = { now: caller.now, me: caller.userId, people };
  const { given, issues } = readCells(values, known, { typecast, context, at });
  const cells = editedCells(record.cells, given);
  const writable = fields.filter((field) => !isComputed(field));
  // only what this edit touches: a constraint made later does not lock old records
  const missing = missingIssues(
    writable.filter((field) => given.has(field)),
    cells,
    at,
    fieldKeyType,
  );
  const all = [...issues, ...missing.issues, ...sizeIssue(cells, ["record"])];
  if (all.length > 0) throw invalid(all, missing.broken && localizationOf(missing.broken, table.name));
  const unknown = unknownKeys(values, known, at);
  if (unknown.length > 0) throw unknownInside(unknown);
  if (given.size === 0) return record;

  await addChoices(schema, grown(schema.fields, fields));
  const edited = { cells, lastModifiedTime: caller.now, lastModifiedBy: caller.userId };
  await commit([change(record, edited), ...exchange(table.id, writable, record, cells)]).catch(
    refusingDuplicates(schema, (_, field) => pathOf([...at, field[fieldKeyType]])),
  );
  return { ...record, ...edited };
}
