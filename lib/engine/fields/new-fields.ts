/* Converts the new fields of a request to stored fields, with ids, unique names and complete options. */

import { fieldTypeNames, findFieldType } from "#lib/engine/field-types/index";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import { dbName } from "#lib/engine/values/db-name";
import { uniqueName } from "#lib/engine/values/names";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import { type FieldId, newFieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { issuesOf } from "#lib/schemas/issues/issues";
import type { NewField } from "#lib/schemas/tables/field";
import type { KnownToAi } from "./ai-config.ts";
import type { SentFormula } from "./checked-options.ts";
import type { Field } from "./field.ts";
import type { Say } from "./lookup-input.ts";

/** The fields of a table that is created without fields. */
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

/** The fields that the table has already. */
interface Present {
  fields: readonly Field[];
  /** The ids of present fields, and of recently deleted fields whose cells still exist. */
  ids: readonly string[];
}

const nothing: Present = { fields: [], ids: [] };

export interface MadeFields {
  fields: Field[];
  issues: Issue[];
  /** The fields whose expression must still be compiled. */
  formulas: ReadonlyMap<FieldId, SentFormula>;
}

/** The stored fields, or all issues. The first field of a new table becomes the primary one. `at` gives the path of input `i`. */
export async function makeFields(
  inputs: NewField[],
  at: (i: number) => PropertyKey[],
  present = nothing,
): Promise<MadeFields> {
  const issues: Issue[] = [];
  const formulas = new Map<FieldId, SentFormula>();
  const isFirst = (i: number) => i === 0 && present.fields.length === 0;
  const fields: Field[] = [];
  const simpleNames = new Set(
    inputs
      .filter((input) => !findFieldType(input.type)?.isComputed && !input.isLookup)
      .map(({ name }) => name),
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
      issues.push(unknownType(pathOf([...at(i), "type"])));
      continue;
    }
    const lookup = await lookupOf(input, say);
    const options = lookup?.isLookup
      ? (input.options ?? {})
      : input.options === undefined && !type.needsOptions
        ? type.initialOptions()
        : parsedOptions(type, input.options ?? {}, [...at(i), "options"], issues);
    const aiConfig = await aiConfigOf(input, type, { at: [...at(i), "aiConfig"], fieldIds, issues });
    if (options === undefined) continue;

    if (isFirst(i) && !type.canBe.primary)
      say(["type"], `a ${type.type} field cannot be the primary field, which is the first one`);
    for (const rule of ["unique", "notNull"] as const)
      if (input[rule] && (lookup || !type.canBe[rule])) say([rule], `a ${type.type} field cannot be ${rule}`);
    if ((type.isComputed || lookup) && input.name !== undefined && simpleNames.has(input.name))
      say(["name"], `${JSON.stringify(input.name)} is the name of another field`);
    if (input.id && taken.ids.has(input.id)) say(["id"], `${input.id} ${takenBy(present)}`);
    const lowerDbName = input.dbFieldName?.toLowerCase();
    if (lowerDbName && taken.dbNames.has(lowerDbName))
      say(["dbFieldName"], `${input.dbFieldName} ${takenBy(present)}`);

    const bytes = Buffer.byteLength(JSON.stringify({ ...input, options }));
    if (bytes > limits.fieldBytes)
      say([], `a field may have at most ${limits.fieldBytes} bytes; got ${bytes}`);

    const id = input.id ?? newFieldId();
    const name = uniqueName(
      input.name ?? type.defaultName(options),
      [...present.fields, ...fields].map((field) => field.name),
    );
    // names in the request come first, so that generated names avoid them
    const dbFieldName =
      input.dbFieldName ??
      (await dbName(name, [
        ...givenDbNames,
        ...[...present.fields, ...fields].map((field) => field.dbFieldName),
      ]));
    taken.ids.add(id);
    if (type.type === "formula" && !lookup)
      formulas.set(id, { at: [...at(i), "options"], sent: input.options ?? {} });
    if (lowerDbName) taken.dbNames.add(lowerDbName);
    fields.push({
      id,
      name,
      type: type.type,
      options,
      ...(lookup && { ...lookup, ownOptions: options as object }),
      dbFieldName,
      ...(input.description && { description: input.description }),
      ...(aiConfig && { aiConfig }),
      ...(isFirst(i) && { isPrimary: true }),
      ...(input.unique && { unique: true }),
      ...(input.notNull && { notNull: true }),
    });
  }
  return { fields, issues, formulas };
}

/** Loads lookup-input.ts only for fields that look up. */
const lookupOf = async (input: NewField, say: Say) =>
  input.isLookup || input.lookupOptions || input.type === "rollup"
    ? (await import("./lookup-input.ts")).readLookup(input, say)
    : undefined;

/** Imports ai-config.ts only if the request has an aiConfig: few fields have one, and the function that creates tables is the largest. */
const aiConfigOf = async ({ aiConfig }: NewField, type: FieldType, known: KnownToAi) =>
  aiConfig ? (await import("./ai-config.ts")).readAiConfig(aiConfig, type, known) : undefined;

const takenBy = ({ fields }: Present) =>
  fields.length > 0 ? "is taken by another field of this table" : "is used twice in this request";

const unknownType = (path: string): Issue => ({
  path,
  message: `must be one of ${fieldTypeNames.join(", ")}`,
});

/** The options to store. Undefined if they are invalid: then `issues` gets their issues. */
export function parsedOptions(type: FieldType, options: unknown, at: PropertyKey[], issues: Issue[]) {
  const parsed = type.options.safeParse(options);
  if (parsed.success) return withoutAbsent(parsed.data);
  // not `push(...issues)`: there may be more issues than a call may have arguments
  for (const issue of issuesOf(parsed.error, at)) issues.push(issue);
  return undefined;
}

/** The options without members that null removed. */
const withoutAbsent = (options: unknown): unknown =>
  Object.fromEntries(Object.entries(options as object).filter(([, value]) => value !== undefined));
