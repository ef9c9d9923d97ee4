/*
 * Changing the records that have certain values, and creating those that none has: all of them, or none.
 *
 *   the values of the key fields, read ──▶ which records have them (match-records.ts) ──▶ one commit
 *
 * By a unique field this is right under any concurrency: who creates what another has just created is refused by its guard, looks again
 * and changes it.
 */

import type { Caller } from "#lib/data/identity/caller";
import { refuseDuplicates } from "#lib/data/records/records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { editedCells } from "#lib/engine/cells/cells";
import { type Draft, type RecordInput, toRecordInputs } from "#lib/engine/cells/new-records";
import { type Field, isComputed, typeOf } from "#lib/engine/fields/field";
import { type Issue, invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { FieldKeyType, UpdatedRecords } from "#lib/schemas/records/record";
import type { RowPlace } from "#lib/schemas/records/row-order";
import { Refused, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { matchRecords, valuesText } from "./match-records.ts";
import {
  checkRecords,
  type Result,
  readDrafts,
  resolveRowPlacement,
  write as writeRecords,
} from "./write-records.ts";

interface Upsert {
  records: { fields: RecordInput["values"] }[];
  /** Of the fields that records are found by. */
  fieldKeys: string[];
  fieldKeyType: FieldKeyType;
  typecast: boolean;
  order?: RowPlace | undefined;
}

/** `start` is what was read with the request. */
export async function upsertRecords(start: Schema, upsert: Upsert, caller: Caller): Promise<UpdatedRecords> {
  let current: Schema | undefined = start;
  return retryOnConflict(async (attempt) => {
    const schema = current ?? (await readSchema(start.table.id));
    current = undefined;
    return write(schema, upsert, caller, attempt);
  });
}

async function write(
  schema: Schema,
  { records, fieldKeys, order, ...how }: Upsert,
  caller: Caller,
  attempt: number,
) {
  const [reading, places] = await Promise.all([
    readDrafts(schema, { ...how, said: toRecordInputs(records), mayCreate: true }, caller),
    resolveRowPlacement(schema, order, { at: ["order"], count: records.length, attempt }),
  ]);
  const { drafts, given } = reading;
  const keys = given.fields.filter((field) => fieldKeys.includes(field[how.fieldKeyType]));
  refuse(drafts, keys, { fieldKeys, ...how }, places.unknown);

  const sought = drafts.map(({ at, given }) => ({ at, cells: editedCells({}, given) }));
  const { fieldKeyType } = how;
  const matches = await matchRecords(sought, { tableId: schema.table.id, fields: keys, fieldKeyType });
  const found = matches.map(({ record }) => record);
  for (const [i, draft] of drafts.entries()) {
    const before = found[i]?.cells;
    if (before) draft.before = before;
  }
  const issues = matches.flatMap(({ issue }) => issue ?? []);
  const cells = checkRecords(schema, reading, { issues, unknown: [] });

  const unique = keys.find((field) => field.unique);
  const answerOf = ({ shown, items }: Result) => {
    const ids = (isThere: boolean) => items.flatMap(({ id }, i) => (Boolean(found[i]) === isThere ? id : []));
    return { records: shown, created: ids(false), updated: ids(true) };
  };
  const result = await writeRecords(schema, reading, { cells, found }, caller, {
    places,
    refusing: lookingAgainFor(unique),
    mark: (result) => {
      const answer = answerOf(result);
      return keepAnswer(caller, answer, [...result.items.map(({ id }) => id), ...answer.created]);
    },
  });
  return answerOf(result);
}

/** A value of the field that records are found by, taken meanwhile, is no duplicate: it is found next time. */
const lookingAgainFor =
  (field: Field | undefined): typeof refuseDuplicates =>
  (...told) =>
  (error) => {
    const refused = error instanceof Refused ? error.changes : [];
    if (field && refused.some((change) => "item" in change && change.item["fieldId"] === field.id))
      throw error;
    return refuseDuplicates(...told)(error);
  };

/** All that is wrong without having looked for the records. */
function refuse(
  drafts: Draft[],
  keys: Field[],
  { fieldKeys, fieldKeyType }: Pick<Upsert, "fieldKeys" | "fieldKeyType">,
  notThere: Issue[],
): void {
  const fieldAt = (key: string) => keys.find((field) => field[fieldKeyType] === key);
  const unsuitable = fieldKeys.flatMap((key, i): Issue[] => {
    const field = fieldAt(key);
    if (!field || holdsOneValue(field)) return [];
    const message = `records cannot be found by it: a field of type ${field.type} does not hold one value that is written`;
    return [{ path: pathOf(["upsert", "fieldKeys", i]), message }];
  });
  const isEmpty = ({ given }: Draft, field: Field) => given.get(field) === undefined;
  const empty = drafts.flatMap((draft) =>
    keys
      .filter((field) => holdsOneValue(field) && isEmpty(draft, field) && !draft.refused.has(field))
      .map((field) => ({
        path: pathOf([...draft.at, "fields", field[fieldKeyType]]),
        message: "must not be empty: the record is found by it",
      })),
  );
  const full = drafts.filter((draft) => !keys.some((field) => isEmpty(draft, field)));
  const issues = [
    ...unsuitable,
    ...drafts.flatMap((draft) => draft.issues),
    ...empty,
    // of fewer fields than it names, nobody knows
    ...(keys.length === fieldKeys.length ? twins(full, keys) : []),
  ];
  if (issues.length > 0) throw invalid(issues);

  const message = "no field of this table has this key";
  const unknown = fieldKeys.flatMap((key, i) =>
    fieldAt(key) ? [] : [{ path: pathOf(["upsert", "fieldKeys", i]), message }],
  );
  const all = [...notThere, ...unknown, ...drafts.flatMap((draft) => draft.unknown)];
  if (all.length > 0) throw unknownInside(all);
}

/** What tells records from one another: neither a checkbox nor a button does. */
const holdsOneValue = (field: Field) =>
  !isComputed(field) && !typeOf(field).isMultiple(field.options) && typeOf(field).canBe.primary;

/** Records of one call that would be one record. */
function twins(drafts: Draft[], keys: Field[]): Issue[] {
  const groups = Map.groupBy(drafts, ({ given }) => valuesText(keys, editedCells({}, given)));
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .flatMap((group) =>
      group.map(({ at }) => ({
        path: pathOf(at),
        message: "another record of this call has the same values in the fields that records are found by",
      })),
    );
}
