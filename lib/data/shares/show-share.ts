/* A share as visitors see it. */

import { show } from "#lib/data/schema/fields";
import type { FieldItem } from "#lib/data/schema/table-schema";
import { askedFor, openPartOf } from "#lib/engine/views/shared-view";
import type { SharedView } from "#lib/schemas/shares/shared-view";
import type { Field as ShownField } from "#lib/schemas/tables/field";
import { type Share, visitorCaller } from "./shares.ts";

/** The view with its open fields. */
export function showShare({ id: shareId, view, schema }: Share): SharedView {
  const { table, fields, open } = schema;
  const { includeRecords, submit } = view.shareMeta ?? {};
  const { may } = visitorCaller("");
  const formFields = submit?.allow && view.viewType === "form" ? askedFor(view, open) : [];
  const showField = (field: FieldItem) => ({
    ...publicField(show(field, may)),
    recordRead: includeRecords === true,
    recordCreate: formFields.includes(field),
  });
  return {
    shareId,
    tableName: table.name,
    view: openPartOf(view, fields),
    fields: open.map(showField),
    shareMeta: view.shareMeta ?? {},
  };
}

/** A field without AI settings, workflows and default users, which visitors must not see. */
function publicField({ aiConfig: _, options, ...field }: ShownField): ShownField {
  const { workflow: __, ...kept } = options;
  if (field.type === "user") delete kept["defaultValue"];
  return { ...field, options: kept };
}
