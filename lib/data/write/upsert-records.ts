/*
 * Upserts records: finds existing records by the values of key fields, changes those that exist and creates the others; all of them
 * or none.
 *
 *   read the values of the key fields ──▶ find the records that have them (match-records.ts) ──▶ one commit
 *
 * With a unique key field this is correct under any concurrency: if two calls create the same record at once, the guard of the unique
 * value refuses the second one, which then finds the record and changes it.
 */

import type { Caller } from "#lib/data/identity/caller";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { editedCells } from "#lib/engine/cells/cells";
import { type Draft, type RecordInput, toRecordInputs } from "#lib/engine/cells/new-records";
import { type Field, holdsLinks, isComputed, typeOf } from "#lib/engine/fields/field";
import { type FieldKeys, findNamedTwice, makeFieldKeys } from "#lib/engine/fields/field-keys";
import { type Issue, invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { FieldKeyType, UpdatedRecords } from "#lib/schemas/records/record";
import type { RowPlace } from "#lib/schemas/records/row-order";
import { Refused, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { matchRecords, valuesText } from "./match-records.ts";
import { completeRecords, type DraftInput, keepFormer, readDrafts } from "./read-drafts.ts";
import { planBatch, type Written } from "./record-batch.ts";
import { numbersOf, type TakeNumbers } from "./record-numbers.ts";
import { type Refuse, refuseTaken, resolveRowPlacement, writeBatch } from "./write-records.ts";

interface Upsert extends Pick<DraftInput, "makeLinked"> {
  records: { fields: RecordInput["values"] }[];
  /** The keys of the fields that records are found by. */
  fieldKeys: string[];
  fieldKeyType?: FieldKeyType | undefined;
  typecast: boolean;
  order?: RowPlace | undefined;
}

/** Upserts the records. `start` is the schema as read for the request; a retry reads it again. */
export async function upsertRecords(start: Schema, upsert: Upsert, caller: Caller): Promise<UpdatedRecords> {
  const takeNumbers = numbersOf(start.table.id);
  const readAgain = () => readSchema(start.table.id);
  return retryOnConflictFrom(start, readAgain, (schema, attempt) =>
    write(schema, upsert, caller, { takeNumbers, attempt }),
  );
}

async function write(
  schema: Schema,
  { records, fieldKeys, order, ...how }: Upsert,
  caller: Caller,
  { takeNumbers, attempt }: { takeNumbers: TakeNumbers; attempt: number },
): Promise<UpdatedRecords> {
  const inputs = toRecordInputs(records);
  const [first, places] = await Promise.all([
    readDrafts(schema, { ...how, inputs, mayCreate: true }, caller),
    resolveRowPlacement(schema, order, { at: ["order"], count: records.length, attempt }),
  ]);
  const named = makeFieldKeys(first.fields, how.fieldKeyType ?? "name");
  const keys = first.fields.filter((field) => fieldKeys.some((key) => named.get(key) === field));
  const { fieldKeyType } = first;
  const match = (some: Draft[]) =>
    matchRecords(
      some.map(({ at, given }) => ({ at, cells: editedCells({}, given) })),
      { schema, userId: caller.userId, fields: keys, fieldKeyType },
    );
  const findMatching = async () => {
    const isFull = ({ given }: Draft) =>
      keys.length > 0 && keys.every((field) => given.get(field) !== undefined);
    const matches = await match(first.drafts.filter(isFull));
    return first.drafts.map((draft) => (isFull(draft) ? matches.shift()?.record : undefined));
  };
  const drafts = await keepFormer(first.drafts, first, { inputs, found: findMatching });
  const reading = { ...first, drafts };
  refuseUnmatchable(drafts, keys, { fieldKeys, named, fieldKeyType }, places.unknown);

  const matches = await match(drafts);
  const found = matches.map(({ record }) => record);
  const issues = matches.flatMap(({ issue }) => issue ?? []);
  const wanted = completeRecords(schema.table, reading, { found, issues });
  const target = { table: schema.table, ...reading };
  const batch = await planBatch(target, wanted, { takeNumbers, places }, caller);

  const answerOf = ({ shown, items }: Written) => {
    const ids = (existed: boolean) => items.flatMap(({ id }, i) => (Boolean(found[i]) === existed ? id : []));
    return { records: shown, created: ids(false), updated: ids(true) };
  };
  const keep = (written: Written) => {
    const answer = answerOf(written);
    return keepAnswer(caller, answer, [...written.items.map(({ id }) => id), ...answer.created]);
  };
  const unique = keys.find((field) => field.unique);
  const refuse = retryIfTaken(unique, refuseTaken(schema, batch));
  return answerOf(await writeBatch(schema, batch, caller, keep, refuse));
}

/** A value of the key field that was taken meanwhile is not an error: the retry finds the record that has it. */
const retryIfTaken =
  (field: Field | undefined, refuseOthers: Refuse): Refuse =>
  (error) => {
    const refused = error instanceof Refused ? error.changes : [];
    if (field && refused.some((change) => "item" in change && change.item["fieldId"] === field.id))
      throw error;
    return refuseOthers(error);
  };

interface UpsertKeys {
  fieldKeys: string[];
  /** The kind of keys by which the call names fields. */
  named: FieldKeys<Field>;
  /** The keys of the fields in the paths of issues. */
  fieldKeyType: FieldKeyType;
}

/** Throws for all errors that are known without looking for the records: 400 first, then 404. */
function refuseUnmatchable(
  drafts: Draft[],
  keys: Field[],
  { fieldKeys, named, fieldKeyType }: UpsertKeys,
  unknownPlacement: Issue[],
): void {
  const fieldAt = (key: string) => named.get(key);
  const twice = findNamedTwice(named, fieldKeys).map(({ key, message }) => ({
    path: pathOf(["upsert", "fieldKeys", fieldKeys.indexOf(key)]),
    message,
  }));
  const unsuitable = fieldKeys.flatMap((key, i): Issue[] => {
    const field = fieldAt(key);
    if (!field || holdsOneValue(field)) return [];
    const message = `a field of type ${field.type} cannot identify records; use one with a single entered value, for example text or a number`;
    return [{ path: pathOf(["upsert", "fieldKeys", i]), message }];
  });
  const isEmpty = ({ given }: Draft, field: Field) => given.get(field) === undefined;
  const empty = drafts.flatMap((draft) =>
    keys
      .filter((field) => holdsOneValue(field) && isEmpty(draft, field) && !draft.refused.has(field))
      .map((field) => ({
        path: pathOf([...draft.at, "fields", field[fieldKeyType]]),
        message: "must not be empty: this field is a key in fieldKeys",
      })),
  );
  const full = drafts.filter((draft) => !keys.some((field) => isEmpty(draft, field)));
  const issues = [
    ...twice,
    ...unsuitable,
    ...drafts.flatMap((draft) => draft.issues),
    ...empty,
    // if a key field is unknown, equal values in the others prove nothing
    ...(keys.length === fieldKeys.length ? findRepeated(full, keys) : []),
  ];
  if (issues.length > 0) throw invalid(issues);

  const unknown = fieldKeys.flatMap((key, i) =>
    fieldAt(key) ? [] : [{ path: pathOf(["upsert", "fieldKeys", i]), message: named.explain(key) }],
  );
  const all = [...unknownPlacement, ...unknown, ...drafts.flatMap((draft) => draft.unknown)];
  if (all.length > 0) throw unknownInside(all);
}

/** Whether values of the field can identify a record; values of checkboxes and buttons cannot. */
const holdsOneValue = (field: Field) =>
  !isComputed(field) &&
  !typeOf(field).isMultiple(field.options) &&
  (typeOf(field).canBe.primary || holdsLinks(field));

/** An issue for each record of the call that has the same key values as another one of the call. */
function findRepeated(drafts: Draft[], keys: Field[]): Issue[] {
  const groups = Map.groupBy(drafts, ({ given }) => valuesText(keys, editedCells({}, given)));
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .flatMap((group) =>
      group.map(({ at }) => ({
        path: pathOf(at),
        message: "must not repeat: another record of this call has the same values in all fieldKeys",
      })),
    );
}
