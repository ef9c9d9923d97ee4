/*
 * Making records in a table that is there: all of a request, or none.
 *
 *   check every cell ──▶ numbers ──▶ choices that typecast made, in a commit of their own ──▶ the records
 */
import { growing, grown } from "#lib/engine/cells";
import { localizationOf } from "#lib/engine/constraints";
import { holdsFiles, holdsPeople } from "#lib/engine/field";
import { prepareNew } from "#lib/engine/new-records";
import { presenter } from "#lib/engine/present";
import { fitting } from "#lib/schemas/answer-size";
import { invalid, pathOf, unknownInside } from "#lib/schemas/error";
import type { NewRecords, Record } from "#lib/schemas/record";
import type { Caller } from "./caller.ts";
import { filesNamed, useOf } from "./cell-files.ts";
import { again, commit, refuseTooMuch } from "./commit.ts";
import { addChoices } from "./fields.ts";
import { marking } from "./marks.ts";
import { namingsIn } from "./namings.ts";
import { cellContext, peopleNamed } from "./people.ts";
import * as records from "./records.ts";
import { readSchema, type Schema } from "./table-schema.ts";
import { firstNumber } from "./write-records.ts";

export async function createRecords(schema: Schema, input: NewRecords, caller: Caller): Promise<Record[]> {
  let current: Schema | undefined = schema;
  let taken: Promise<number> | undefined;
  const takeNumbers = () => {
    taken ??= firstNumber(schema.table.id, input.records.length);
    return taken;
  };
  return again(async () => {
    // what was refused was decided by a schema that has changed since; the numbers are good for every attempt
    const latest = current ?? (await readSchema(schema.table.id));
    current = undefined;
    return attempt(latest, input, caller, takeNumbers);
  });
}

async function attempt(
  schema: Schema,
  input: NewRecords,
  caller: Caller,
  takeNumbers: () => Promise<number>,
): Promise<Record[]> {
  const { table } = schema;
  const { fieldKeyType, typecast } = input;
  const fields = typecast ? growing(schema.fields) : schema.fields;

  // numbers depend on nothing that is read for people and files, so all go out together; a number not used is a gap, and allowed
  const early = fields.some((field) => holdsPeople(field) || holdsFiles(field)) ? takeNumbers() : undefined;
  const naming = { fields, records: input.records.map((record) => record.fields), fieldKeyType };
  const [people, { files, taking }] = await Promise.all([
    peopleNamed({ ...naming, typecast, me: caller.userId }, table),
    filesNamed(naming, table.baseId, caller),
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
  if (unknown.length > 0) throw unknownInside(unknown);

  const first = await takeNumbers();
  const made = cells.map((each, i) => records.build(table.id, first + i, each, caller.userId, caller.now));
  const present = presenter({ fields, fieldKeyType, cellFormat: "json", context, may: caller.may });
  const answer = fitting(made, present);
  const changes = [
    ...records.insertions(table.id, made, fields),
    ...taking(cells, useOf(table)),
    ...namingsIn(
      table,
      fields,
      made.map(({ id, cells: after }) => ({ id, after })),
      caller,
    ),
    ...marking(
      caller,
      { records: answer },
      made.map(({ id }) => id),
    ),
  ];
  const withNewChoices = grown(schema.fields, fields);
  if (withNewChoices.length > 0) {
    // the commit asks it too, but choices would be there by then
    refuseTooMuch(changes);
    await addChoices(schema, withNewChoices);
  }
  const indexes = new Map<unknown, number>(made.map(({ id }, i) => [id, i]));
  await commit(changes).catch(
    records.refusingDuplicates(schema, (id, field) =>
      pathOf(["records", indexes.get(id) ?? 0, "fields", field[fieldKeyType]]),
    ),
  );
  return answer;
}
