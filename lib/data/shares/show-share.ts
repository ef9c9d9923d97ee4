/* A share as visitors see it. */

import { show } from "#lib/data/schema/fields";
import type { Field } from "#lib/engine/fields/field";
import { askedFor, openPartOf } from "#lib/engine/views/shared-view";
import type { SharedView } from "#lib/schemas/shares/shared-view";
import type { Field as ShownField } from "#lib/schemas/tables/field";
import { type Share, shareAddress, visitorCaller } from "./shares.ts";

/** The view with its open fields. */
export function showShare(share: Share): SharedView {
  const { id, view, schema } = share;
  return {
    ...shareAddress(id),
    viewId: view.id,
    tableId: schema.table.id,
    tableName: schema.table.name,
    view: openPartOf(view, schema.fields),
    fields: showFields(share, schema.open),
    shareMeta: view.shareMeta ?? {},
  };
}

/** Fields of the share as its visitors see them. */
export function showFields({ view, schema: { open } }: Share, fields: Field[]): SharedView["fields"] {
  const { includeRecords, submit } = view.shareMeta ?? {};
  const { may } = visitorCaller("");
  const formFields = new Set<Field>(submit?.allow && view.viewType === "form" ? askedFor(view, open) : []);
  return fields.map((field) => ({
    ...publicField(show(field, may), usesHidden(field, open)),
    recordRead: includeRecords === true,
    recordCreate: formFields.has(field),
  }));
}

/** Whether a formula uses fields that visitors do not see. */
const usesHidden = ({ formula }: Field, open: readonly Field[]): boolean =>
  formula?.uses.some((used) => !open.some(({ id }) => id === used)) === true;

/**
 * A field without settings that visitors must not see: AI settings, workflows, default users, formulas of hidden fields, what it looks up,
 * and how it chooses records of another table.
 */
function publicField(
  { aiConfig: _, lookupOptions: ___, options, ...field }: ShownField,
  hidesExpression: boolean,
): ShownField {
  const { workflow: __, ...kept } = options;
  if (field.type === "user") delete kept["defaultValue"];
  if (field.type === "link") {
    const hidden = field.isLookup ? [...ofChoosing, ...ofLinking] : ofChoosing;
    for (const name of hidden) delete kept[name];
  }
  return { ...field, options: hidesExpression ? { ...kept, expression: "" } : kept };
}
const ofChoosing = ["filter", "filterByViewId", "visibleFieldIds"];
/** The options that a link field has about another table. */
const ofLinking = ["foreignTableId", "lookupFieldId"];
