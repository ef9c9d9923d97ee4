/*
 * Changing what a field is called and how its cells are shown. Records hold cells by field id and choices by choice id, so
 * none is written.
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
import { type Change, change, commit, commitIfAny, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";

export async function updateField(
  schema: Schema,
  id: FieldId,
  input: FieldUpdate,
  caller: Caller,
): Promise<void> {
  const marks = keepAnswer(caller, undefined);
  let current: Schema | undefined = schema;
  await retryOnConflict(async () => {
    const { table, fields, views } = current ?? (await readSchema(schema.table.id));
    current = undefined;
    const field = get({ fields }, id);
    const { changes, issues } = editField(field, input, fields);
    if (issues.length > 0) throw invalid(issues);
    if (Object.keys(changes).length === 0) return commitIfAny(marks);
    refuseUnlistable(fields.map((other) => (other === field ? { ...field, ...changes } : other)));
    await commit([
      change(field, changes),
      ...("options" in changes ? renamed(views, id, findRenames(field.options, changes.options)) : []),
      change(table, { schemaVersion: table.schemaVersion + 1 }),
      ...marks,
    ]);
  });
}

/** Filters that name choices by what they were called. */
const renamed = (views: ViewItem[], id: FieldId, names: ReturnType<typeof findRenames>): Change[] =>
  views.flatMap((view) => {
    const changes = names ? withChoices(view, id, names) : {};
    return Object.keys(changes).length > 0 ? [change(view, changes)] : [];
  });
