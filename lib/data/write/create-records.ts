/*
 * Making records in a table that is there: all of a request, or none.
 *
 *   check every cell ──▶ numbers ──▶ choices that typecast made, in a commit of their own ──▶ the records
 */

import type { Caller } from "#lib/data/identity/caller";
import { claimFiles, useOf } from "#lib/data/records/cell-files";
import { findMentions } from "#lib/data/records/mention-events";
import { cellContext, findPeopleNamed } from "#lib/data/records/people";
import * as records from "#lib/data/records/records";
import { addChoices } from "#lib/data/schema/fields";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { draftedChoices, withDraftChoices } from "#lib/engine/cells/cells";
import { localizationOf } from "#lib/engine/cells/constraints";
import { prepareNew } from "#lib/engine/cells/new-records";
import { makePresenter } from "#lib/engine/cells/present";
import { holdsFiles, holdsPeople } from "#lib/engine/fields/field";
import { takeFitting } from "#lib/schemas/basics/answer-size";
import { invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { Record } from "#lib/schemas/records/record";
import type { NewRecords } from "#lib/schemas/records/record-changes";
import { checkCommitSize, commit, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { firstNumber, resolveRowPlacement } from "./write-records.ts";

export async function createRecords(schema: Schema, input: NewRecords, caller: Caller): Promise<Record[]> {
  let current: Schema | undefined = schema;
  let taken: Promise<number> | undefined;
  const takeNumbers = () => {
    taken ??= firstNumber(schema.table.id, input.records.length);
    return taken;
  };
  return retryOnConflict(async (attempt) => {
    // what was refused was decided by a schema that has changed since; the numbers are good for every attempt
    const latest = current ?? (await readSchema(schema.table.id));
    current = undefined;
    return create(latest, input, caller, { takeNumbers, attempt });
  });
}

async function create(
  schema: Schema,
  input: NewRecords,
  caller: Caller,
  { takeNumbers, attempt }: { takeNumbers: () => Promise<number>; attempt: number },
): Promise<Record[]> {
  const { table } = schema;
  const { fieldKeyType, typecast } = input;
  const fields = typecast ? withDraftChoices(schema.fields) : schema.fields;

  // numbers depend on nothing that is read besides, so all go out together; a number not used is a gap, and allowed
  const isReading = input.order || fields.some((field) => holdsPeople(field) || holdsFiles(field));
  const early = isReading ? takeNumbers() : undefined;
  const naming = { fields, records: input.records.map((record) => record.fields), fieldKeyType };
  const [people, { files, taking }, places] = await Promise.all([
    findPeopleNamed({ ...naming, typecast, me: caller.userId }, table),
    claimFiles(naming, table.baseId, caller),
    resolveRowPlacement(schema, input.order, { at: ["order"], count: input.records.length, attempt }),
    early,
  ]);
  const context = cellContext(caller, people, files);

  const { cells, unknown, issues, broken } = prepareNew(input.records, {
    fields,
    fieldKeyType,
    typecast,
    context,
  });
  if (issues.length > 0) throw invalid(issues, broken && localizationOf(broken, table.name));
  const notThere = [...places.unknown, ...unknown];
  if (notThere.length > 0) throw unknownInside(notThere);

  const first = await takeNumbers();
  const built = cells.map((each, i) =>
    records.buildRecord(table.id, first + i, each, caller.userId, caller.now),
  );
  const putting = places.put(built);
  const made = built.map((record) => ({ ...record, ...putting.of(record) }));
  const present = makePresenter({ fields, fieldKeyType, cellFormat: "json", context, may: caller.may });
  const answer = takeFitting(made, present);
  const changes = [
    ...records.createChanges(table.id, made, fields),
    ...putting.changes,
    ...taking(cells, useOf(table)),
    ...findMentions(
      table,
      fields,
      made.map(({ id, cells: after }) => ({ id, after })),
      caller,
    ),
    ...keepAnswer(
      caller,
      { records: answer },
      made.map(({ id }) => id),
    ),
  ];
  const withNewChoices = draftedChoices(schema.fields, fields);
  if (withNewChoices.length > 0) {
    // the commit asks it too, but choices would be there by then
    checkCommitSize(changes);
    await addChoices(schema, withNewChoices);
  }
  const indexes = new Map<unknown, number>(made.map(({ id }, i) => [id, i]));
  await commit(changes).catch(
    records.refuseDuplicates(schema, (id, field) =>
      pathOf(["records", indexes.get(id) ?? 0, "fields", field[fieldKeyType]]),
    ),
  );
  return answer;
}
