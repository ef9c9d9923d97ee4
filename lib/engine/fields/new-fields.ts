/* Field inputs of a request, to fields as they are stored: with ids, names nobody else has, complete options. */

import { fieldTypeNames, findFieldType, laterFieldTypes } from "#lib/engine/field-types/index";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import { dbName } from "#lib/engine/values/db-name";
import { uniqueName } from "#lib/engine/values/names";
import { type Issue, notYet, pathOf } from "#lib/schemas/basics/error";
import { newFieldId } from "#lib/schemas/basics/ids";
import { issuesOf } from "#lib/schemas/basics/issues";
import { limits } from "#lib/schemas/basics/limits";
import type { NewField } from "#lib/schemas/tables/field";
import type { KnownToAi } from "./ai-config.ts";
import type { Field } from "./field.ts";

/** What a table has that is created without fields. */
export const defaultFields: NewField[] = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Count" },
  {
    type: "singleSelect",
    name: "Status",
    options: {
      choices: [
        { name: "light", color: "grayBright" },
        { name: "medium", color: "yellowBright" },
        { name: "heavy", color: "tealBright" },
      ],
    },
  },
];

/** What a table has already. */
interface Present {
  fields: readonly Field[];
  /** Of fields that are there, or were until just now: their cells are. */
  ids: readonly string[];
}

const nothing: Present = { fields: [], ids: [] };

/** The first of a new table is the primary one. Of what is wrong, all is named: `at` gives the path of each. */
export async function makeFields(
  inputs: NewField[],
  at: (i: number) => PropertyKey[],
  present = nothing,
): Promise<{ fields: Field[]; issues: Issue[] }> {
  const issues: Issue[] = [];
  const isFirst = (i: number) => i === 0 && present.fields.length === 0;
  const fields: Field[] = [];
  const simpleNames = new Set(
    inputs.filter((input) => !findFieldType(input.type)?.compute).map(({ name }) => name),
  );
  const givenDbNames = inputs.flatMap(({ dbFieldName }) => (dbFieldName ? [dbFieldName] : []));
  const fieldIds = new Set([...present.fields.map(({ id }) => id), ...inputs.flatMap(({ id }) => id ?? [])]);
  const taken = {
    ids: new Set<string>(present.ids),
    dbNames: new Set(present.fields.map(({ dbFieldName }) => dbFieldName.toLowerCase())),
  };

  for (const [i, input] of inputs.entries()) {
    const say = (member: PropertyKey[], message: string) =>
      issues.push({ path: pathOf([...at(i), ...member]), message });
    const type = findFieldType(input.type);
    if (!type) {
      issues.push(unknownType(input.type, pathOf([...at(i), "type"])));
      continue;
    }
    const options =
      input.options === undefined
        ? type.initialOptions()
        : parsedOptions(type, input.options, [...at(i), "options"], issues);
    const aiConfig = await aiConfigOf(input, type, { at: [...at(i), "aiConfig"], fieldIds, issues });
    if (options === undefined) continue;

    if (isFirst(i) && !type.canBe.primary)
      say(["type"], `${type.type} cannot be the primary field, which is the first one`);
    for (const rule of ["unique", "notNull"] as const)
      if (input[rule] && !type.canBe[rule]) say([rule], `a ${type.type} field cannot be ${rule}`);
    if (type.compute && input.name !== undefined && simpleNames.has(input.name))
      say(["name"], `another field is named ${JSON.stringify(input.name)}`);
    if (input.id && taken.ids.has(input.id)) say(["id"], `${input.id} ${timesOf(present)}`);
    const lowerDbName = input.dbFieldName?.toLowerCase();
    if (lowerDbName && taken.dbNames.has(lowerDbName))
      say(["dbFieldName"], `${input.dbFieldName} ${timesOf(present)}`);

    const bytes = Buffer.byteLength(JSON.stringify({ ...input, options }));
    if (bytes > limits.fieldBytes)
      say([], `the field takes ${bytes} bytes, the limit is ${limits.fieldBytes}`);

    const id = input.id ?? newFieldId();
    const name = uniqueName(
      input.name ?? type.defaultName(options),
      [...present.fields, ...fields].map((field) => field.name),
    );
    // names that others were given go first: a generated one keeps out of their way
    const dbFieldName =
      input.dbFieldName ??
      (await dbName(name, [
        ...givenDbNames,
        ...[...present.fields, ...fields].map((field) => field.dbFieldName),
      ]));
    taken.ids.add(id);
    if (lowerDbName) taken.dbNames.add(lowerDbName);
    fields.push({
      id,
      name,
      type: type.type,
      options,
      dbFieldName,
      ...(input.description && { description: input.description }),
      ...(aiConfig && { aiConfig }),
      ...(isFirst(i) && { isPrimary: true }),
      ...(input.unique && { unique: true }),
      ...(input.notNull && { notNull: true }),
    });
  }
  return { fields, issues };
}

/** Few fields have one, so it is loaded where one is sent: creating tables is the largest function as it is. */
const aiConfigOf = async ({ aiConfig }: NewField, type: FieldType, known: KnownToAi) =>
  aiConfig ? (await import("./ai-config.ts")).readAiConfig(aiConfig, type, known) : undefined;

const timesOf = ({ fields }: Present) =>
  fields.length > 0 ? "is taken by another field of this table" : "is given twice";

function unknownType(type: string, path: string): Issue {
  if (laterFieldTypes.includes(type)) return notYet(path, `fields of type ${type}`);
  return { path, message: `must be one of ${fieldTypeNames.join(", ")}` };
}

/** Options as they are stored; undefined where they are wrong, which `issues` then says. */
export function parsedOptions(type: FieldType, options: unknown, at: PropertyKey[], issues: Issue[]) {
  const parsed = type.options.safeParse(options);
  if (parsed.success) return parsed.data;
  // not spread: there may be more of them than a call has room for
  for (const issue of issuesOf(parsed.error, at)) issues.push(issue);
  return undefined;
}
