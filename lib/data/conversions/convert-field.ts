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
import { commitRecords } from "#lib/data/indexes/commit-records";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import type { unlinkField } from "#lib/data/link-fields/unlink-field";
import { isLink } from "#lib/data/links/link-items";
import { countRecords } from "#lib/data/records/count-records";
import { lastNumber } from "#lib/data/records/record-pages";
import { makeFieldPresenter } from "#lib/data/schema/closed-fields";
import { refuseUnlistable, show } from "#lib/data/schema/fields";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import {
  type FieldItem,
  readSchema,
  type Schema,
  type TableItem,
  type ViewItem,
} from "#lib/data/schema/table-schema";
import {
  changedIn,
  dropUnfit,
  endIndexes,
  followChanges,
  formulaChanges,
  renameInView,
} from "#lib/data/tables/changed-field";
import { endOpenedShares } from "#lib/data/tables/end-shares";
import type { updateField } from "#lib/data/tables/update-field";
import { keepReason } from "#lib/data/write/keep-operation";
import { localizationOf } from "#lib/engine/cells/constraints";
import { hasChoices, isReadAsText } from "#lib/engine/cells/convert-cells";
import { choicesGone } from "#lib/engine/field-types/shared/choices";
import { type Field, type FormerField, holdsPeople, typeOf } from "#lib/engine/fields/field";
import { isMade } from "#lib/engine/fields/formula-inputs";
import { asUpdate } from "#lib/engine/fields/merge-options";
import { compileTable } from "#lib/engine/fields/table-formulas";
import { invalid, pathOf } from "#lib/schemas/basics/error";
import type { FieldId, RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type {
  ConversionPreview,
  ConvertedField,
  FieldConversion,
  FieldUpdate,
} from "#lib/schemas/tables/field";
import { keyOf } from "#lib/store/changes";
import { type Change, change, commit, retryOnConflictFrom, withChecks } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { keyText } from "#lib/store/item";
import { mergeUpdates } from "#lib/store/merge-updates";
import type { planLinked } from "./convert-to-link.ts";
import { recordChanges } from "./converted-records.ts";
import { type Plan, planConversion, withLaterDefault } from "./plan-conversion.ts";
import type { Survey, surveyConversion } from "./survey-conversion.ts";

/** Converts the field and returns it as shown. `allow` says whether the caller may read another table. Throws 400 with every reason. */
export async function convertField(
  start: Schema,
  id: FieldId,
  input: FieldConversion,
  caller: Caller,
  allow: AllowThere,
): Promise<ConvertedField> {
  const readAgain = () => readSchema(start.table.id);
  return retryOnConflictFrom(start, readAgain, async (schema) => {
    const plan = await planConversion(schema, id, input, allow);
    if (plan.isUpdate) {
      const answerOf = await makeFieldPresenter(schema, caller);
      return answerOf(await update(schema, id, toUpdate(plan.field, input), caller, allow, answerOf));
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
    const lookedInto = await readLookedInto(schema, compiled, converted);
    const own = [change(field, changesOf(converted)), ...formulaChanges(schema.fields, compiled, field)];
    const shown = made.lookupOptions ? { ...converted, ...made } : converted;
    const after = shown as FieldItem;
    const followed = mergeUpdates([
      ...(plan.unlinked
        ? await unlink(
            schema,
            plan.unlinked,
            { attributes: changesOf(converted), after, ...changedIn(schema, field, after) },
            caller,
          )
        : raiseVersions(
            [
              ...own,
              ...(await endIndexes(schema, own)),
              ...(await followChanges(schema, field, after, caller)),
            ],
            [schema.table],
          )),
      ...(await recordChanges(schema, { field, converted, fields }, survey)),
      ...(linked?.changes ?? []),
      ...(records?.changes ?? []),
    ]);
    const { changes, ended } = endOpenedShares(dropUnfit(followed, schema, [after]));
    const answer = { ...show(shown, caller.may), ...(ended.length > 0 && { endedShares: ended }) };
    const reason = `the conversion of ${JSON.stringify(field.name)} is not undone: convert the field back`;
    const kept = await keepReason(
      [...changes, ...keepAnswer(caller, answer, [id])],
      schema.table.id,
      reason,
      caller,
    );
    const all = withChecks(kept, lookedInto);
    // records that are linked now count as changed, so indexes may have them elsewhere
    await (records ? commitRecords(withoutEnded(schema, all), all) : commit(all));
    await records?.follow(changes);
    return answer;
  });
}

/** Without the indexes that these changes end: their keys are no longer made of these fields. */
function withoutEnded(schema: Schema, changes: readonly Change[]): Schema {
  const changed = new Set(changes.map((each) => keyText(keyOf(each))));
  return { ...schema, indexes: schema.indexes.filter((index) => !changed.has(keyText(index))) };
}

/** The tables that the commit checks to be as they were: another caller may close the other half of a circle there. Throws 400 for a circle. */
async function readLookedInto(
  { table }: Schema,
  after: readonly FieldItem[],
  converted: FieldItem,
): Promise<TableItem[]> {
  if (!isMade(converted) && !isLink(converted)) return [];
  const { refuseCircles } = await import("#lib/data/link-fields/computed-fields");
  return refuseCircles(table, after, converted.lookupOptions ? "lookupOptions" : "options");
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
  const { field, made } = plan;
  if (!plan.isUpdate && plan.asLink) {
    const preview = await (await link(schema, plan.asLink, caller, allow)).preview();
    return { ...preview, ...(await findChanged(schema, field, asConverted(field, made), caller)) };
  }
  // an update writes no record, and cells with a choice that it removes become empty
  const { read, isReshaped, unlinked } = plan.isUpdate
    ? { read: field, isReshaped: false, unlinked: undefined }
    : plan;
  const isLost = choicesGone(field.options, made.options) > 0;
  const survey = await readCells(
    schema,
    { field: read, into: made, isReshaped: isReshaped || isLost, hasTitles: unlinked && true },
    caller,
  );
  if (!plan.isUpdate) withLaterDefault(plan, survey.options);
  const { records, cells, emptied, changed, lost, other, kept } = survey;
  const preview = { records, cells, emptied, changed, examples: [...lost, ...other, ...kept].slice(0, 10) };
  return { ...preview, ...(await findChanged(schema, field, asConverted(field, made), caller)) };
}

const asConverted = ({ pk, sk, entity, version, position, id, isPrimary }: FieldItem, made: Field) =>
  ({
    ...{ pk, sk, entity, version, position, ...made, id },
    ...(isPrimary && { isPrimary }),
  }) as FieldItem;

/** The views, link fields and lookups whose filter, sort or group would lose what it can no longer mean, and the shares that would end. */
async function findChanged(schema: Schema, before: FieldItem, after: FieldItem, caller: Caller) {
  const changed = changedIn(schema, before, after);
  const { renames } = changed;
  const fields = schema.fields.map((each) => (each === before ? after : each));
  const { fields: compiled } = await compileTable(fields);
  const renamed = renames ? schema.views.flatMap((view) => renameInView(view, before.id, renames)) : [];
  const followed = [...renamed, ...formulaChanges(schema.fields, compiled, before)];
  const changes = dropUnfit(followed, schema, [after]).filter((each) => each.op === "update");
  const ids = changes.flatMap((each) =>
    each.before.entity === "view" ? [(each.before as ViewItem).id] : [],
  );
  const { ended } = endOpenedShares(changes);
  const following =
    schema.dependents.length > 0 && (await import("#lib/data/link-fields/follow-changed-field"));
  const elsewhere = following ? await following.findChangedFilters(schema, after, changed, caller) : [];
  return {
    ...(ids.length > 0 && { changedViews: ids }),
    ...(elsewhere.length > 0 && { changedFields: elsewhere }),
    ...(ended.length > 0 && { endedShares: ended }),
  };
}

/** Whether the cells must be read before. */
function isSurveyed({ field, made, asLink, isReshaped }: Plan): boolean {
  if (asLink) return field.unique === true;
  if (made.unique || made.notNull || field.unique) return true;
  return isReshaped && needsSurvey(field, made);
}

/** Whether a conversion needs to know the cells before it begins: it makes choices of texts, or keeps who is meant by them. */
const needsSurvey = (field: Field, into: Pick<Field, "type" | "options">): boolean => {
  const to = typeOf({ type: into.type });
  if (to.isComputed) return false;
  const makesChoices = hasChoices(into.options) && !hasChoices(field.options);
  return (
    makesChoices ||
    isReadAsText({ type: typeOf(field), options: field.options }, { type: to, options: into.options }) ||
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
  { field, read, made, isReshaped, unlinked }: Plan,
  caller: Caller,
): Promise<Survey> {
  const isStored = !typeOf(made).isComputed;
  const keepsCells = Boolean(made.unique || field.unique) || (isStored && isMade(field));
  const most = limits.recordsWithField;
  const highest = keepsCells ? await lastNumber(schema.table.id) : 0;
  if (highest > most && (await countRecords({ tableId: schema.table.id, userId: caller.userId })) > most)
    throw invalid([
      {
        path: "type",
        message: `the table has more than ${most} records; a conversion that has to write something for each of them is for smaller tables`,
      },
    ]);
  const survey = await readCells(
    schema,
    { field: read, into: made, isReshaped, hasTitles: unlinked && true, keepsCells },
    caller,
  );
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

/** Conversions that a field remembers: its oldest cells are converted as often when they are read. */
const mostFormer = 20;

function buildConverted(plan: Plan, survey: Survey | undefined, { now }: Caller): FieldItem {
  const { field, read, made, isReshaped } = plan;
  const { pk, sk, entity, version, position, id, isPrimary, former = [] } = field;
  if (isReshaped && former.length >= mostFormer)
    throw invalid([
      { path: "type", message: `a field can be converted at most ${mostFormer} times; duplicate it` },
    ]);
  const was: FormerField = {
    ...{ type: read.type, options: read.options, convertedTime: now },
    ...wasOf(read),
    ...(plan.unlinked && { hasTitles: true as const }),
    ...(isMade(read) && { isWritten: true, options: {} }),
    ...(survey && survey.people.length > 0 && { people: survey.people }),
    ...(survey?.reading && { reading: survey.reading }),
  };
  const shapes = isReshaped ? [...former, was] : former;
  const converted = {
    ...{ pk, sk, entity, version, position, ...made, id },
    ...(isPrimary && { isPrimary }),
    ...(survey && isReshaped && takesOptions(made) && { options: withLaterDefault(plan, survey.options) }),
    ...(shapes.length > 0 && { former: shapes }),
    ...(!isReshaped && wasOf(field)),
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

/** What a text field keeps of the link field that it was. */
const wasOf = ({ wasLink, wasGeneration }: FieldItem) => ({
  ...(wasLink && { wasLink }),
  ...(wasGeneration && { wasGeneration }),
});

/** Whether a survey may add to the options: choices. */
const takesOptions = (made: Field): boolean => !isMade(made) && !isLink(made);

/** Every member that a conversion may set or remove. */
const changesOf = (field: FieldItem) => ({
  ...{ name: field.name, dbFieldName: field.dbFieldName, description: field.description },
  ...{ type: field.type, aiConfig: field.aiConfig, unique: field.unique, notNull: field.notNull },
  ...{
    formula: field.lookupOptions ? undefined : field.formula,
    former: field.former,
    wasLink: field.wasLink,
    wasGeneration: field.wasGeneration,
  },
  ...{ isLookup: field.isLookup, lookupOptions: field.lookupOptions, ownOptions: field.ownOptions },
  options: field.lookupOptions ? field.ownOptions : field.options,
  ...{ hasError: undefined, pending: undefined, carries: undefined },
});

/** Imported only if an update does the same. */
const update: typeof updateField = async (...args) =>
  (await import("#lib/data/tables/update-field")).updateField(...args);

/** Imported only for a field that becomes a link. */
const link: typeof planLinked = async (...args) => (await import("./convert-to-link.ts")).planLinked(...args);

/** Imported only for link fields. */
const unlink: typeof unlinkField = async (...args) =>
  (await import("#lib/data/link-fields/unlink-field")).unlinkField(...args);

const toUpdate = (field: FieldItem, { name, dbFieldName, description, aiConfig, options }: FieldConversion) =>
  definedMembers({
    ...{ name, dbFieldName, description, aiConfig },
    options: options && asUpdate(field, options),
  });

const definedMembers = <Members extends object>(members: Members) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as FieldUpdate;
