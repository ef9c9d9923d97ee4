/* A share as its visitors see it. */

import { show } from "#lib/data/schema/fields";
import type { FieldItem } from "#lib/data/schema/table-schema";
import { askedFor, openPartOf } from "#lib/engine/views/shared-view";
import type { SharedView } from "#lib/schemas/shares/shared-view";
import type { Field as ShownField } from "#lib/schemas/tables/field";
import { type Share, visitorCaller } from "./shares.ts";

export function showShare({ id: shareId, view, schema }: Share): SharedView {
  const { table, fields, open } = schema;
  const { includeRecords, submit } = view.shareMeta ?? {};
  const { may } = visitorCaller("");
  const filledIn = submit?.allow && view.viewType === "form" ? askedFor(view, open) : [];
  const showField = (field: FieldItem) => ({
    ...withoutOthers(show(field, may)),
    recordRead: includeRecords === true,
    recordCreate: filledIn.includes(field),
  });
  return {
    shareId,
    tableName: table.name,
    view: openPartOf(view, fields),
    fields: open.map(showField),
    shareMeta: view.shareMeta ?? {},
  };
}

/** What fields say of others, of people of the base, and of what it does besides. */
function withoutOthers({ aiConfig: _, options, ...field }: ShownField): ShownField {
  const { workflow: __, ...kept } = options;
  if (field.type === "user") delete kept["defaultValue"];
  return { ...field, options: kept };
}
