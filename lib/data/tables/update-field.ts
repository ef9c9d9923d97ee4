/*
 * Changes the name, description and options of a field. Records are not written, because their cells refer to fields and choices by id.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import type { updateLink } from "#lib/data/link-fields/update-link";
import { isLink } from "#lib/data/links/link-items";
import { get, refuseUnlistable } from "#lib/data/schema/fields";
import { readSchema, type Schema, type ViewItem } from "#lib/data/schema/table-schema";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { findRenames } from "#lib/engine/field-types/shared/choices";
import { editField } from "#lib/engine/fields/field-edit";
import { withChoices } from "#lib/engine/views/view-fields";
import { invalid } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { FieldUpdate } from "#lib/schemas/tables/field";
import { type Change, change, commit, commitIfAny, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";

/**
 * Changes the field, and filters of views that name renamed choices. `allow` says whether the caller may read the table of a link
 * field. Throws 400 if the update is invalid.
 */
export async function updateField(
  schema: Schema,
  id: FieldId,
  input: FieldUpdate,
  caller: Caller,
  allow: AllowThere,
): Promise<void> {
  const answerChanges = keepAnswer(caller, undefined);
  const readAgain = () => readSchema(schema.table.id);
  await retryOnConflictFrom(schema, readAgain, async (latest) => {
    const { table, fields, views } = latest;
    const field = get(latest, id);
    const { changes: edited, issues } = editField(field, input, fields);
    if (issues.length > 0) throw invalid(issues);
    const { options, ...others } = edited;
    const link = isLink(field) && options !== undefined ? { field, sent: options as LinkOptions } : undefined;
    const linked = link && (await updateOptions(link.field, link.sent, latest, caller, allow));
    const changes = link ? { ...others, ...linked?.attributes } : edited;
    if (Object.keys(changes).length === 0) return commitIfAny(answerChanges);
    refuseUnlistable(fields.map((other) => (other === field ? { ...field, ...changes } : other)));
    await commit([
      change(field, changes),
      ...("options" in changes ? filterChanges(views, id, findRenames(field.options, changes.options)) : []),
      change(table, { schemaVersion: table.schemaVersion + 1 }),
      ...(linked?.changes ?? []),
      ...answerChanges,
    ]);
  });
}

// loaded late: few fields are links
const updateOptions: typeof updateLink = async (...args) =>
  (await import("#lib/data/link-fields/update-link")).updateLink(...args);

/** The changes of views whose filters name renamed choices. */
const filterChanges = (views: ViewItem[], id: FieldId, names: ReturnType<typeof findRenames>): Change[] =>
  views.flatMap((view) => {
    const changes = names ? withChoices(view, id, names) : {};
    return Object.keys(changes).length > 0 ? [change(view, changes)] : [];
  });
