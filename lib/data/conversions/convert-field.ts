/*
 * Converts a field to another type. One commit changes the definition, whatever the size of the table; no record is written. The field
 * keeps what it was. A cell is converted when it is read (lib/engine/cells/stored-cells.ts), until its record is written for another reason.
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
 * Before that all cells are read, if choices are made of them, people are found by them, or a rule has to hold for them (check-cells.ts).
 */

import type { Caller } from "#lib/data/identity/caller";
import { commitRecords } from "#lib/data/indexes/commit-records";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import { unlinkField } from "#lib/data/link-fields/unlink-field";
import { isLink } from "#lib/data/links/link-items";
import type { MakeLinked } from "#lib/data/links/read-targets";
import { makeFieldPresenter } from "#lib/data/schema/closed-fields";
import { refuseUnlistable, show } from "#lib/data/schema/fields";
import { type FieldItem, readSchema, type Schema, type TableItem } from "#lib/data/schema/table-schema";
import { compileEdited } from "#lib/data/schema-edits/compile-edited";
import { endOpenedShares } from "#lib/data/schema-edits/end-shares";
import { planSchemaEdit, type SchemaDraft } from "#lib/data/schema-edits/schema-draft";
import { dropUnfit, followChange } from "#lib/data/tables/changed-field";
import type { updateField } from "#lib/data/tables/update-field";
import { keepReason } from "#lib/data/write/keep-operation";
import { isMade } from "#lib/engine/fields/formula-inputs";
import { asUpdate } from "#lib/engine/fields/merge-options";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { ConvertedField, FieldConversion, FieldUpdate } from "#lib/schemas/tables/field";
import { keyOf } from "#lib/store/changes";
import { type Change, commit, retryOnConflictFrom, withChecks } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { keyText } from "#lib/store/item";
import { buildConverted, storedMembers } from "./build-converted.ts";
import { checkCells, isSurveyed } from "./check-cells.ts";
import type { planLinked } from "./convert-to-link.ts";
import { recordChanges } from "./converted-records.ts";
import { type Plan, planConversion } from "./plan-conversion.ts";

/** Converts the field and returns it as shown. `allow` says whether the caller may read another table. Throws 400 with every reason. */
export async function convertField(
  start: Schema,
  id: FieldId,
  input: FieldConversion,
  caller: Caller,
  allow: AllowThere,
  makeLinked?: MakeLinked,
): Promise<ConvertedField> {
  const readAgain = () => readSchema(start.table.id);
  return retryOnConflictFrom(start, readAgain, async (schema) => {
    const plan = await planConversion(schema, id, input, allow);
    if (plan.isUpdate) {
      const answerOf = await makeFieldPresenter(schema, caller);
      return answerOf(await update(schema, id, toUpdate(plan.field, input), caller, allow, answerOf));
    }
    const { field } = plan;
    const linked = plan.asLink && (await link(schema, plan.asLink, caller, allow, makeLinked));
    const made = linked?.made ?? plan.made;
    const survey = isSurveyed(plan) ? await checkCells(schema, plan, caller) : undefined;
    const converted = buildConverted({ ...plan, made }, survey, caller);
    const records = await linked?.write(converted);
    const { changes, result } = await planSchemaEdit([schema], async (draft) => {
      const lookedInto = await changeSchema(draft, schema, { plan, converted }, caller);
      const fields = draft.known(schema).fieldsAfter();
      draft.add(...(await recordChanges(schema, { field, converted, fields }, survey)));
      draft.add(...(linked?.changes ?? []), ...(records?.changes ?? []));
      return { lookedInto, ended: draft.endedShares };
    });
    const { lookedInto, ended } = result;
    const answer = { ...show(converted, caller.may), ...(ended.length > 0 && { endedShares: ended }) };
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

/** Writes into the draft what the field becomes, and what follows from that. Gives the tables that the commit checks. */
async function changeSchema(
  draft: SchemaDraft,
  schema: Schema,
  { plan: { field, unlinked }, converted }: { plan: Plan; converted: FieldItem },
  caller: Caller,
): Promise<TableItem[]> {
  const own = draft.known(schema);
  own.replaceField(converted, storedMembers(converted));
  refuseUnlistable(own.fieldsAfter());
  if (unlinked) await unlinkField(draft, own, unlinked, caller);
  else await compileEdited(own);
  const lookedInto = await readLookedInto(schema, own.fieldsAfter(), converted);
  await followChange({ draft, own }, { before: field, after: converted }, caller);
  dropUnfit(own, [converted]);
  endOpenedShares(draft);
  return lookedInto;
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

/** Without the indexes that these changes end: their keys are no longer made of these fields. */
function withoutEnded(schema: Schema, changes: readonly Change[]): Schema {
  const changed = new Set(changes.map((each) => keyText(keyOf(each))));
  return { ...schema, indexes: schema.indexes.filter((index) => !changed.has(keyText(index))) };
}

/** Imported only if an update does the same. */
const update: typeof updateField = async (...args) =>
  (await import("#lib/data/tables/update-field")).updateField(...args);

/** Imported only for a field that becomes a link. */
const link: typeof planLinked = async (...args) => (await import("./convert-to-link.ts")).planLinked(...args);

const toUpdate = (field: FieldItem, { name, dbFieldName, description, aiConfig, options }: FieldConversion) =>
  definedMembers({
    ...{ name, dbFieldName, description, aiConfig },
    options: options && asUpdate(field, options),
  });

const definedMembers = <Members extends object>(members: Members) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as FieldUpdate;
