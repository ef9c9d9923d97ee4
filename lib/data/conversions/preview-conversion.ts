/* Says what a conversion would do: to the cells, and to what names the field. Nothing is written. */

import type { Caller } from "#lib/data/identity/caller";
import { findChangedFilters } from "#lib/data/link-fields/follow-changed-field";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import type { MakeLinked } from "#lib/data/links/read-targets";
import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import { compileEdited } from "#lib/data/schema-edits/compile-edited";
import { endOpenedShares } from "#lib/data/schema-edits/end-shares";
import { SchemaDraft } from "#lib/data/schema-edits/schema-draft";
import { changedIn, dropUnfit } from "#lib/data/tables/changed-field";
import { choicesGone } from "#lib/engine/field-types/shared/choices";
import { withChoices } from "#lib/engine/views/view-fields";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { ConversionPreview, FieldConversion } from "#lib/schemas/tables/field";
import { inPlaceOf } from "./build-converted.ts";
import { planConversion, withLaterDefault } from "./plan-conversion.ts";
import { surveyConversion } from "./survey-conversion.ts";

/** What a conversion would do. Throws 400 with every reason for which it would be refused, but for those in cells. */
export async function previewConversion(
  schema: Schema,
  id: FieldId,
  input: FieldConversion,
  caller: Caller,
  allow: AllowThere,
  makeLinked?: MakeLinked,
): Promise<ConversionPreview> {
  const plan = await planConversion(schema, id, input, allow);
  const { field, made } = plan;
  const changed = await findChanged(schema, field, inPlaceOf(field, made), caller);
  if (!plan.isUpdate && plan.asLink) {
    const { planLinked } = await import("./convert-to-link.ts");
    const linked = await planLinked(schema, plan.asLink, caller, allow, makeLinked);
    return { ...(await linked.preview()), ...changed };
  }
  // an update writes no record, and cells with a choice that it removes become empty
  const { read, isReshaped, unlinked } = plan.isUpdate
    ? { read: field, isReshaped: false, unlinked: undefined }
    : plan;
  const isLost = choicesGone(field.options, made.options) > 0;
  const survey = await surveyConversion(
    schema,
    { field: read, into: made, isReshaped: isReshaped || isLost, hasTitles: unlinked && true },
    caller,
  );
  if (!plan.isUpdate) withLaterDefault(plan, survey.options);
  const { records, cells, emptied, lost, other, kept } = survey;
  const examples = [...lost, ...other, ...kept].slice(0, 10);
  return { records, cells, emptied, changed: survey.changed, examples, ...changed };
}

/** The views, link fields and lookups whose filter, sort or group would lose items that no longer fit, and the shares that would end. */
async function findChanged(schema: Schema, before: FieldItem, after: FieldItem, caller: Caller) {
  const changed = changedIn(schema, before, after);
  const { renames } = changed;
  const draft = new SchemaDraft([schema]);
  const own = draft.known(schema);
  own.replaceField(after, {});
  await compileEdited(own);
  if (renames)
    for (const view of schema.views) own.changeView(view.id, withChoices(view, before.id, renames));
  dropUnfit(own, [after]);
  endOpenedShares(draft);
  const ids = own.changedViews().map(({ view }) => view.id);
  const ended = draft.endedShares;
  const elsewhere =
    schema.dependents.length > 0 ? await findChangedFilters(schema, after, changed, caller) : [];
  return {
    ...(ids.length > 0 && { changedViews: ids }),
    ...(elsewhere.length > 0 && { changedFields: elsewhere }),
    ...(ended.length > 0 && { endedShares: ended }),
  };
}
