/* Checks the options of a link field against the table that it links to. */

import { isLink } from "#lib/data/links/link-items";
import type { FieldItem, ViewItem } from "#lib/data/schema/table-schema";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { makeFieldKeys } from "#lib/engine/fields/field-keys";
import { checkFilter } from "#lib/engine/query/check-filter";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import { issuesOf } from "#lib/schemas/issues/issues";
import { Filter } from "#lib/schemas/tables/filter";

/** The linked table: the parts that options can name. */
export interface LinkTarget {
  tableId: TableId;
  fields: readonly Field[];
  views: readonly Pick<ViewItem, "id">[];
}

/** The options that name parts of the other table. */
export type Selection = Partial<
  Pick<LinkOptions, "lookupFieldId" | "filterByViewId" | "visibleFieldIds" | "filter">
>;

/** All issues of the options that name parts of the other table; `at` is the path of the options. */
export function checkSelection(
  { lookupFieldId, filterByViewId, visibleFieldIds, filter }: Selection,
  { tableId, fields, views }: LinkTarget,
  at: readonly PropertyKey[],
): Issue[] {
  const issues: Issue[] = [];
  const say = (path: PropertyKey[], message: string) =>
    issues.push({ path: pathOf([...at, ...path]), message });
  const known = new Map<string, Field>(fields.map((field) => [field.id, field]));
  const noField = `is not a field of the table ${tableId}`;

  if (lookupFieldId) {
    const lookup = known.get(lookupFieldId);
    if (!lookup) say(["lookupFieldId"], noField);
    else if (!givesTitles(lookup)) say(["lookupFieldId"], `a ${lookup.type} field cannot give titles`);
  }
  if (filterByViewId && !views.some(({ id }) => id === filterByViewId))
    say(["filterByViewId"], `is not a view of the table ${tableId}`);
  for (const [i, id] of (visibleFieldIds ?? []).entries())
    if (!known.has(id)) say(["visibleFieldIds", i], noField);
  if (filter) {
    const parsed = Filter.safeParse(filter);
    const path = [...at, "filter"];
    issues.push(
      ...(parsed.error
        ? issuesOf(parsed.error, path)
        : checkFilter(parsed.data, makeFieldKeys(fields, "id"), path, "view")),
    );
  }
  return issues;
}

/** Whether a field can give titles. A link cannot, because titles of titles could form a circle; a button has no text. */
export const givesTitles = (field: Field): boolean =>
  !isLink(field) && typeOf(field).family(field.options) !== "nothing";

/** The id of the field that gives titles if none is chosen: the primary field, which every table has. */
export const primaryOf = (fields: readonly Field[]): FieldItem["id"] =>
  (fields.find(({ isPrimary }) => isPrimary) as Field).id;
