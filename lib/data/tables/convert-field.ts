/*
 * Converts a field to another type. One commit changes the definition, whatever the size of the table; no record is written. The field
 * keeps what it was, and a cell is converted when it is read, until its record is written for another reason (lib/engine/cells).
 *
 *   FIELD with `former` · formulas that use it · TABLE, schemaVersion + 1 · indexes that end · jobs for titles that others show
 *
 * Besides, in the same commit, as far as that is needed:
 *
 *   unique            a guard for each value; those of the former values go
 *   computed before   the cell of every record, because from now on nothing computes it
 *   link before       its symmetric field goes; the job textOfLinks clears the links
 *   link afterwards   all that a new link field needs, and the links of every record (convert-to-link.ts)
 *
 * Before that all cells are read, if choices are made of them, people are found by them, or a rule has to hold for them.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import type { unlinkField } from "#lib/data/link-fields/unlink-field";
import { isLink, type LinkField } from "#lib/data/links/link-items";
import { lastNumber, readSlice } from "#lib/data/records/record-pages";
import { type RecordItem, renewGuards } from "#lib/data/records/records";
import { get, refuseUnlistable, show } from "#lib/data/schema/fields";
import { type FieldItem, readSchema, type Schema, type TableItem } from "#lib/data/schema/table-schema";
import type { Cells } from "#lib/engine/cells/cells";
import { localizationOf } from "#lib/engine/cells/constraints";
import { hasChoices } from "#lib/engine/cells/convert-cells";
import { inPresentShape } from "#lib/engine/cells/stored-cells";
import { choicesGone } from "#lib/engine/field-types/shared/choices";
import { type Field, type FormerField, holdsPeople, typeOf } from "#lib/engine/fields/field";
import { makeFields } from "#lib/engine/fields/new-fields";
import { compileTable } from "#lib/engine/fields/table-formulas";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import { autoNumberOf, type FieldId, type RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type {
  ConversionPreview,
  FieldConversion,
  NewField,
  Field as ShownField,
} from "#lib/schemas/tables/field";
import { type Change, change, commit, retryOnConflictFrom, withChecks } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { endIndexes, formulaMembers, titleChanges } from "./changed-field.ts";
import type { planLinked } from "./convert-to-link.ts";
import type { Survey, surveyConversion } from "./survey-conversion.ts";
import { updateField } from "./update-field.ts";

/** Converts the field and returns it as shown. `allow` says whether the caller may read another table. Throws 400 with every reason. */
export async function convertField(
  start: Schema,
  id: FieldId,
  input: FieldConversion,
  caller: Caller,
  allow: AllowThere,
): Promise<ShownField> {
  const readAgain = () => readSchema(start.table.id);
  return retryOnConflictFrom(start, readAgain, async (schema) => {
    const plan = await planConversion(schema, id, input, allow);
    if (!plan) {
      const answerOf = (changed: FieldItem) => show(changed, caller.may);
      return answerOf(await updateField(schema, id, toUpdate(input), caller, allow, answerOf));
    }
    const { field } = plan;
    const linked = plan.asLink && (await link(schema, plan.asLink, caller, allow));
    const made = linked?.made ?? plan.made;
    const survey = isSurveyed(plan) ? await readSurvey(schema, plan, caller) : undefined;
    const converted = buildConverted({ ...plan, made }, survey, caller);
    const records = await linked?.write(converted);
    const fields = schema.fields.map((each) => (each === field ? converted : each));
    refuseUnlistable(fields);
    const { fields: compiled, issues } = await compileTable(fields);
    if (issues.length > 0) throw invalid(issues);
    const formulas = schema.fields.flatMap((before, i) => {
      const now = compiled[i] as FieldItem;
      return before === field || now === fields[i] ? [] : [change(before, formulaMembers(now))];
    });
    const own = [change(field, changesOf(converted)), ...formulas];
    const answer = show(made.lookupOptions ? { ...converted, ...made } : converted, caller.may);
    const changes = [
      ...(plan.unlinked
        ? await unlink(schema, plan.unlinked, changesOf(converted), caller)
        : [
            ...own,
            ...(await endIndexes(schema, own)),
            change(schema.table, { schemaVersion: schema.table.schemaVersion + 1 }),
          ]),
      ...(await titleChanges(schema, id, caller)),
      ...(await recordChanges(schema, { field, converted, fields }, survey)),
      ...(linked?.changes ?? []),
      ...(records?.changes ?? []),
      ...keepAnswer(caller, answer, [id]),
    ];
    await commit(withChecks(changes, plan.lookedInto));
    await records?.follow(changes);
    return answer;
  });
}

/** What a conversion would do to the cells. Nothing is written. */
export async function previewConversion(
  schema: Schema,
  id: FieldId,
  input: FieldConversion,
  caller: Caller,
  allow: AllowThere,
): Promise<ConversionPreview> {
  const plan = await planConversion(schema, id, input, allow);
  const field = get(schema, id);
  if (plan?.asLink) return (await link(schema, plan.asLink, caller, allow)).preview();
  const into = plan?.made ?? field;
  const { records, cells, emptied, lost, kept } = await readCells(
    schema,
    { field: plan?.read ?? field, into, isReshaped: plan?.isReshaped ?? false },
    caller,
  );
  return { records, cells, emptied, examples: [...lost, ...kept].slice(0, 10) };
}

interface Plan {
  field: FieldItem;
  /** The field as its cells are read: a link by its titles. */
  read: FieldItem;
  /** What it becomes. */
  made: Field;
  /** The field, if it is a link that becomes none. */
  unlinked: (FieldItem & LinkField) | undefined;
  /** Of a field that becomes a link. */
  asLink: Parameters<typeof planLinked>[1] | undefined;
  /** Whether its cells have another shape then. */
  isReshaped: boolean;
  input: FieldConversion;
  lookedInto: TableItem[];
}

/** What the field becomes; `undefined` if an update of the field does the same. Throws 400. */
async function planConversion(
  schema: Schema,
  id: FieldId,
  input: FieldConversion,
  allow: AllowThere,
): Promise<Plan | undefined> {
  const field = get(schema, id);
  const looksUp = Boolean(input.isLookup ?? input.lookupOptions ?? input.type === "rollup");
  const isSameType = input.type === field.type && !looksUp && !field.lookupOptions;
  const rules = { unique: field.unique ?? false, notNull: field.notNull ?? false };
  const wanted = isSameType
    ? { unique: input.unique ?? rules.unique, notNull: input.notNull ?? rules.notNull }
    : { unique: input.unique ?? false, notNull: input.notNull ?? false };
  const hasSameRules = wanted.unique === rules.unique && wanted.notNull === rules.notNull;
  const type = typeOf(field);
  const sent = input.options ?? (isSameType ? field.options : undefined);
  // choices that are sent without ids are those of the field, if they have the same names
  const adopted =
    sent && type.adopt && (isSameType || hasChoices(field.options)) ? type.adopt(sent, field.options) : sent;
  const others = schema.fields.filter((each) => each !== field);
  const issues: Issue[] = [];
  if (others.some(({ name }) => name === input.name))
    issues.push({
      path: "name",
      message: `${JSON.stringify(input.name)} is taken by another field of this table`,
    });
  const asked: NewField = {
    ...input,
    id,
    name: input.name ?? field.name,
    dbFieldName: input.dbFieldName ?? field.dbFieldName,
    ...wanted,
    ...(adopted !== undefined && { options: adopted as Record<string, unknown> }),
    ...(input.aiConfig === undefined && isSameType && field.aiConfig && { aiConfig: { ...field.aiConfig } }),
  };
  const result = await makeFields([asked], () => [], { fields: others, ids: [] });
  issues.push(...result.issues);
  const [made] = result.fields;
  if (field.isPrimary && made && !typeOf({ type: made.type }).canBe.primary)
    issues.push({ path: "type", message: `the primary field cannot become a ${made.type} field` });
  if (issues.length > 0 || !made) throw invalid(issues);
  const losesChoices = made.notNull && choicesGone(field.options, made.options) > 0;
  const isReshaped = !isSameType || losesChoices || type.unfit?.(made.options, field.options) !== undefined;
  if (isSameType && hasSameRules && (!isReshaped || isLink(field) || field.formula)) return undefined;
  const computed = made.lookupOptions || result.formulas.size > 0;
  const complete = computed
    ? await completeOf({ ...schema, fields: others }, made, asked, result.formulas, allow)
    : made;
  const read = isLink(field) ? asText(field) : field;
  const { description = field.description, ...members } = complete;
  const described =
    input.description === null ? members : { ...members, ...(description && { description }) };
  return {
    field,
    read,
    made: described,
    unlinked: isLink(field) && !isSameType ? field : undefined,
    asLink: isLink(made) && !isSameType ? { field, made: described, asked } : undefined,
    isReshaped: isReshaped && !(isLink(field) && isSameType),
    input,
    lookedInto: complete.lookupOptions ? await readLookedInto(schema, complete) : [],
  };
}

async function completeOf(
  own: Schema,
  made: Field,
  input: NewField,
  formulas: Awaited<ReturnType<typeof makeFields>>["formulas"],
  allow: AllowThere,
): Promise<Field> {
  const { completeComputed } = await import("#lib/data/link-fields/computed-fields");
  const [complete] = await completeComputed(
    own,
    { made: [made], inputs: [input], at: () => [], formulas },
    allow,
  );
  return complete as Field;
}

/** The commit checks that these tables are as they were: another caller may close the other half of a circle there. */
async function readLookedInto({ table, fields }: Schema, made: Field): Promise<TableItem[]> {
  const { refuseCircles } = await import("#lib/data/link-fields/computed-fields");
  const after = fields.map((each) => (each.id === made.id ? made : each));
  return refuseCircles(table, after, "lookupOptions");
}

/** A link field as a text field that shows its titles. */
const asText = (field: FieldItem): FieldItem => {
  const { hasError: _, pending: __, formula: ___, ...rest } = field;
  return { ...rest, type: "singleLineText", options: {}, wasLink: true };
};

/** Whether the cells must be read before. */
function isSurveyed({ field, made, asLink, isReshaped }: Plan): boolean {
  if (asLink) return field.unique === true;
  if (made.unique || made.notNull || field.unique) return true;
  return isReshaped && needsSurvey(field, made);
}

const isComputedFromOthers = ({ formula, lookupOptions }: Field): boolean =>
  formula !== undefined || lookupOptions !== undefined;

/** Whether a conversion needs to know the cells before it begins: it makes choices of texts, or keeps who is meant by them. */
const needsSurvey = (field: Field, into: Pick<Field, "type" | "options">): boolean => {
  const to = typeOf({ type: into.type });
  if (to.isComputed) return false;
  const makesChoices = hasChoices(into.options) && !hasChoices(field.options);
  return (
    makesChoices ||
    holdsPeople(field) ||
    to.peopleIn !== undefined ||
    field.formula !== undefined ||
    field.lookupOptions !== undefined
  );
};

/** Imported only if the cells must be read. */
const readCells: typeof surveyConversion = async (...args) =>
  (await import("./survey-conversion.ts")).surveyConversion(...args);

/** The cells before and after. Throws 400 if a rule does not hold for them. */
async function readSurvey(
  schema: Schema,
  { field, read, made, isReshaped }: Plan,
  caller: Caller,
): Promise<Survey> {
  const isStored = !typeOf(made).isComputed;
  const keepsCells = Boolean(made.unique || field.unique) || (isStored && isComputedFromOthers(field));
  const highest = keepsCells ? await lastNumber(schema.table.id) : 0;
  if (highest > mostWritten && (await countMore(schema)))
    throw invalid([
      {
        path: "type",
        message: `the table has more than ${mostWritten} records; a conversion that has to write something for each of them is for smaller tables`,
      },
    ]);
  const survey = await readCells(schema, { field: read, into: made, isReshaped, keepsCells }, caller);
  const { name } = schema.table;
  const refuse = (rule: "unique" | "notNull", records: RecordId[], message: string) => {
    const issues = records.map((id) => ({ path: pathOf(["records", id, "fields", made.name]), message }));
    if (issues.length > 0) throw invalid(issues, localizationOf({ rule, field: made }, name));
  };
  if (made.notNull)
    refuse("notNull", survey.empty, "would be empty; fill the cell first, or convert without notNull");
  if (made.unique)
    refuse(
      "unique",
      survey.repeated,
      "has the value of another record; change one of them first, or convert without unique",
    );
  return survey;
}

/** Records that one commit writes, each with a guard. */
const mostWritten = limits.changesPerCall / 2 - 1000;

/** Whether there are more records than one commit writes; numbers of deleted records are not used again. */
async function countMore({ table }: Schema): Promise<boolean> {
  let count = 0;
  for (let after = 0; ; ) {
    const { records, more } = await readSlice({
      tableId: table.id,
      after,
      skip: 0,
      take: limits.recordsPerPage,
    });
    count += records.length;
    const last = records.at(-1);
    if (count > mostWritten || !more || !last) return count > mostWritten;
    after = autoNumberOf(last.id);
  }
}

/** Conversions that a field remembers: its oldest cells are converted as often when they are read. */
const mostFormer = 20;

function buildConverted(
  { field, read, made, isReshaped }: Plan,
  survey: Survey | undefined,
  { now }: Caller,
): FieldItem {
  const { pk, sk, entity, version, position, id, isPrimary, former = [] } = field;
  if (isReshaped && former.length >= mostFormer)
    throw invalid([
      { path: "type", message: `a field can be converted at most ${mostFormer} times; duplicate it` },
    ]);
  const was: FormerField = {
    ...{ type: read.type, options: read.options, convertedTime: now },
    ...(read.wasLink && { wasLink: true }),
    ...(isComputedFromOthers(read) && { isWritten: true, options: {} }),
    ...(survey && survey.people.length > 0 && { people: survey.people }),
  };
  const shapes = isReshaped ? [...former, was] : former;
  const converted = {
    ...{ pk, sk, entity, version, position, ...made, id },
    ...(isPrimary && { isPrimary }),
    ...(survey && isReshaped && takesOptions(made) && { options: survey.options }),
    ...(shapes.length > 0 && { former: shapes }),
    ...(!isReshaped && field.wasLink && { wasLink: field.wasLink }),
  } as FieldItem;
  const bytes = Buffer.byteLength(JSON.stringify(converted));
  if (bytes > limits.fieldBytes)
    throw invalid([
      {
        path: "",
        message: `with what it was before, the field would have ${bytes} bytes, the limit is ${limits.fieldBytes}`,
      },
    ]);
  return converted;
}

/** Whether a survey may add to the options: choices. */
const takesOptions = (made: Field): boolean => !isComputedFromOthers(made) && !isLink(made);

/** Every member that a conversion may set or remove. */
const changesOf = (field: FieldItem) => ({
  ...{ name: field.name, dbFieldName: field.dbFieldName, description: field.description },
  ...{ type: field.type, aiConfig: field.aiConfig, unique: field.unique, notNull: field.notNull },
  ...{
    formula: field.lookupOptions ? undefined : field.formula,
    former: field.former,
    wasLink: field.wasLink,
  },
  ...{ isLookup: field.isLookup, lookupOptions: field.lookupOptions, ownOptions: field.ownOptions },
  options: field.lookupOptions ? field.ownOptions : field.options,
  ...{ hasError: undefined, pending: undefined },
});

interface Converting {
  field: FieldItem;
  converted: FieldItem;
  /** All fields of the table, as they will be. */
  fields: FieldItem[];
}

/** The changes of guards, and of records whose cells were computed until now. */
async function recordChanges(
  { table }: Schema,
  { field, converted, fields }: Converting,
  survey: Survey | undefined,
): Promise<Change[]> {
  if (!survey) return [];
  const { id } = field;
  const asCells = (cell: unknown): Cells => (cell === undefined ? {} : ({ [id]: cell } as Cells));
  const written = [...survey.written];
  const guards =
    field.unique || converted.unique
      ? await renewGuards(
          table.id,
          { id, unique: true },
          {
            former: field.unique ? written.map(([, { was }]) => asCells(was)) : [],
            present: new Map(converted.unique ? written.map(([of, { cell }]) => [of, asCells(cell)]) : []),
          },
        )
      : [];
  if (typeOf(converted).isComputed || isLink(converted) || !isComputedFromOthers(field)) return guards;
  const others = fields.filter((each) => each.id !== id);
  const shape = converted.former?.length ?? 0;
  const rewritten: Change[] = [];
  for (let after = 0; ; ) {
    const { records, more } = await readSlice({
      tableId: table.id,
      after,
      skip: 0,
      take: limits.recordsPerPage,
    });
    for (const record of records) {
      const present: RecordItem = inPresentShape(record, others);
      const { [id]: _, ...cells } = present.cells;
      const cell = survey.written.get(record.id)?.cell;
      const shapes = { ...present.shapes, [id]: shape };
      rewritten.push(change(record, { cells: { ...cells, ...asCells(cell) }, shapes }));
    }
    const last = records.at(-1);
    if (!more || !last) break;
    after = autoNumberOf(last.id);
  }
  return [...rewritten, ...guards];
}

/** Imported only for a field that becomes a link. */
const link: typeof planLinked = async (...args) => (await import("./convert-to-link.ts")).planLinked(...args);

/** Imported only for link fields. */
const unlink: typeof unlinkField = async (...args) =>
  (await import("#lib/data/link-fields/unlink-field")).unlinkField(...args);

const toUpdate = ({
  type: _,
  id: __,
  isLookup: ___,
  lookupOptions: ____,
  unique: _____,
  notNull: ______,
  ...update
}: FieldConversion) => update;
