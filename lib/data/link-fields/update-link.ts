/* Changes the options of a link field that name parts of the other table: the field that gives the titles, and which records may be linked. */

import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#lib/data/identity/caller";
import { beingChanged } from "#lib/data/links/changing";
import { isChanging, type LinkField } from "#lib/data/links/link-items";
import { refuseCopying } from "#lib/data/schema/refuse-copying";
import { find, type Schema, schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import type { Edited } from "#lib/data/schema-edits/schema-draft";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { type Issue, invalid } from "#lib/schemas/basics/error";
import type { ChangedLink } from "./change-relation.ts";
import { checkSelection, primaryOf } from "./check-link.ts";
import { followTitles } from "./follow-titles.ts";
import { refuseManyDependents } from "./new-link-changes.ts";
import type { AllowThere } from "./new-links.ts";

interface LinkUpdate {
  field: LinkField;
  /** The options after the change, and the names of those that the request changes. */
  merged: LinkOptions;
  sent: Partial<LinkOptions>;
}

/** Changes a link field to the options of a request, in a draft of both tables. Throws 400 and 403. */
export async function updateLink(
  { draft, own: here }: Edited,
  { field, merged, sent }: LinkUpdate,
  caller: Caller,
  allow: AllowThere,
): Promise<ChangedLink> {
  const own = here.schema;
  const { id, options: before } = field;
  const base = before.baseId ?? own.table.baseId;
  if (merged.baseId && merged.baseId !== base)
    throw invalid([{ path: "options.baseId", message: `must be ${base}, or be left out` }]);
  const isOther = merged.relationship !== before.relationship || merged.isOneWay !== before.isOneWay;
  if (!isOther && isDeepStrictEqual(chosen(merged), chosen(before))) return { lookedInto: [] };
  if (isChanging(before)) throw beingChanged("its options cannot be changed meanwhile");

  const isSelf = before.foreignTableId === own.table.id;
  const scope = isOther && !merged.isOneWay ? "field|create" : "record|read";
  const foreign = isSelf ? own : await readShown(before, allow, scope);
  const options = optionsAs({ merged, sent }, before, foreign);
  const isRetitled = options.lookupFieldId !== before.lookupFieldId;
  const lookedInto = isRetitled ? await refuseOwnTitles(own, { ...field, options }) : [];
  if (isOther) {
    refuseCopying(field, "given another relationship");
    const { changeRelation } = await import("./change-relation.ts");
    const wanted = { ...options, ...relationOf(merged) };
    const finish = await changeRelation(draft, field, wanted, { own, foreign, caller });
    return { lookedInto, finish };
  }
  const changed = foreign.dependents.map((item) => (item.fieldId === id ? { ...item, options } : item));
  refuseManyDependents(foreign.table.id, changed, "options");
  here.changeField(id, { options });
  draft.known(foreign).changeDependent(id, options);
  if (isRetitled) here.changeField(id, { pending: followTitles(draft, own, id, caller) });
  return { lookedInto };
}

/** Throws 400 if the titles would depend on the field itself. Gives the other tables that they depend on. */
async function refuseOwnTitles({ table, fields }: Schema, changed: LinkField): Promise<TableItem[]> {
  const { refuseCircles } = await import("./computed-fields.ts");
  const after = fields.map((each) => (each.id === changed.id ? changed : each));
  return refuseCircles(table, after, "options.lookupFieldId");
}

const chosen = ({ lookupFieldId, filterByViewId, visibleFieldIds, filter }: LinkOptions) => ({
  lookupFieldId,
  filterByViewId: filterByViewId ?? null,
  visibleFieldIds: visibleFieldIds ?? null,
  filter: filter ?? null,
});

const relationOf = ({ relationship, isOneWay }: LinkOptions) => ({ relationship, isOneWay });

/**
 * The options after the change, of those that name parts of the other table. Throws 400 only for what the request has: older options may no
 * longer be valid.
 */
function optionsAs(
  { merged, sent }: Pick<LinkUpdate, "merged" | "sent">,
  before: LinkOptions,
  { table, fields, views }: Schema,
): LinkOptions {
  refuse(checkSelection(sent, { tableId: table.id, fields, views }, ["options"]));
  const { lookupFieldId, filterByViewId, visibleFieldIds, filter } = merged;
  const { filterByViewId: _, visibleFieldIds: __, filter: ___, ...kept } = before;
  return {
    ...kept,
    lookupFieldId: lookupFieldId ?? primaryOf(fields),
    ...(filterByViewId !== undefined && { filterByViewId }),
    ...(visibleFieldIds !== undefined && { visibleFieldIds }),
    ...(filter !== undefined && { filter }),
  };
}

/** The table that the field shows. Everyone who may read the field's table sees its titles, so the caller must be able to read it. */
async function readShown(
  { foreignTableId: id }: LinkOptions,
  allow: AllowThere,
  scope: "record|read" | "field|create",
): Promise<Schema> {
  const table = await find(id);
  if (table && (await allow(table, scope))) return schemaOf(table);
  const message = `there is no table ${id}, or you have no access to it; only other options can be changed`;
  throw invalid([{ path: "options.foreignTableId", message }]);
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalid(issues);
}
