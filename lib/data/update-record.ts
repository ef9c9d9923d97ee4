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
import { refuseLargeAnswer } from "#lib/schemas/answer-size";
import { invalid, pathOf, unknownInside } from "#lib/schemas/error";
import type { RecordId, TableId } from "#lib/schemas/ids";
import type { Record, RecordUpdate } from "#lib/schemas/record";
import type { Caller } from "./caller.ts";
import { again, change, commit, commitAny } from "./commit.ts";
import { addChoices } from "./fields.ts";
import { marking } from "./marks.ts";
import { cellContext, peopleNamed } from "./people.ts";
import { exchange, get, type RecordItem, refusingDuplicates } from "./records.ts";
import { showRecord } from "./show-records.ts";
import { readSchema, type Schema } from "./table-schema.ts";

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
    const known = current ?? (await readBoth(start.schema.table.id, id));
    current = undefined;
    return edit(known, input, caller);
  });
}

async function readBoth(tableId: TableId, id: RecordId): Promise<Known> {
  const [schema, record] = await Promise.all([readSchema(tableId), get(tableId, id)]);
  return { schema, record };
}

async function edit({ schema, record }: Known, input: RecordUpdate, caller: Caller): Promise<Record> {
  const { table } = schema;
  const { fieldKeyType, typecast } = input;
  const values = input.record.fields;
  const fields = typecast ? growing(schema.fields) : schema.fields;
  const known = fieldsByKey(fields, fieldKeyType);

  const writable = fields.filter((field) => !isComputed(field));
  const named = writable.filter((field) => Object.hasOwn(values, field[fieldKeyType]));

  const people = await peopleNamed(
    { fields: named, records: [values], fieldKeyType, typecast, me: caller.userId },
    table,
  );
  const context = cellContext(caller, people);
  const { given, issues } = readCells(values, known, { typecast, context, at });
  const cells = editedCells(record.cells, given);
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

  const query = { fieldKeyType, cellFormat: "json" as const };
  if (given.size === 0) {
    const answer = await showRecord(record, schema, query, caller);
    // the mark is all: later something might have to be changed
    await commitAny(marking(caller, answer, [record.id]));
    return answer;
  }
  const edited = { cells, lastModifiedTime: caller.now, lastModifiedBy: caller.userId };
  const answer = await showRecord({ ...record, ...edited }, { fields }, query, caller);
  refuseLargeAnswer(JSON.stringify(answer));

  await addChoices(schema, grown(schema.fields, fields));
  await commit([
    change(record, edited),
    ...exchange(table.id, writable, record, cells),
    ...marking(caller, answer, [record.id]),
  ]).catch(refusingDuplicates(schema, (_, field) => pathOf([...at, field[fieldKeyType]])));
  return answer;
}
