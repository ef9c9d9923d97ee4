/*
 * Changes the name, description and options of a field. Records are not written, because their cells refer to fields and choices by id.
 */

import type { Caller } from "#lib/data/identity/caller";
import { get, refuseUnlistable } from "#lib/data/schema/fields";
import { readSchema, type Schema, type ViewItem } from "#lib/data/schema/table-schema";
import { findRenames } from "#lib/engine/field-types/shared/choices";
import { editField } from "#lib/engine/fields/field-edit";
import { withChoices } from "#lib/engine/views/view-fields";
import { invalid } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { FieldUpdate } from "#lib/schemas/tables/field";
import { type Change, change, commit, commitIfAny, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";

/** Changes the field, and filters of views that name renamed choices. Throws 400 if the update is invalid. */
export async function updateField(
  schema: Schema,
  id: FieldId,
  input: FieldUpdate,
  caller: Caller,
): Promise<void> {
  const answerChanges = keepAnswer(caller, undefined);
  const readAgain = () => readSchema(schema.table.id);
  await retryOnConflictFrom(schema, readAgain, async ({ table, fields, views }) => {
    const field = get({ fields }, id);
    const { changes, issues } = editField(field, input, fields);
    if (issues.length > 0) throw invalid(issues);
    if (Object.keys(changes).length === 0) return commitIfAny(answerChanges);
    refuseUnlistable(fields.map((other) => (other === field ? { ...field, ...changes } : other)));
    await commit([
      change(field, changes),
      ...("options" in changes ? filterChanges(views, id, findRenames(field.options, changes.options)) : []),
      change(table, { schemaVersion: table.schemaVersion + 1 }),
      ...answerChanges,
    ]);
  });
}

/** The changes of views whose filters name renamed choices. */
const filterChanges = (views: ViewItem[], id: FieldId, names: ReturnType<typeof findRenames>): Change[] =>
  views.flatMap((view) => {
    const changes = names ? withChoices(view, id, names) : {};
    return Object.keys(changes).length > 0 ? [change(view, changes)] : [];
  });
