/* After a field was converted: items of filters, sorts and groups that no longer fit it. */

import { negations } from "#lib/engine/comparators/comparator";
import { findRenames, type Renames } from "#lib/engine/field-types/shared/choices";
import { type Field, holdsLinks, typeOf } from "#lib/engine/fields/field";
import { isApplicable } from "#lib/engine/query/check-filter";
import { type FieldId, isRecordId, type TableId } from "#lib/schemas/basics/ids";
import { type Filter, isFilterGroup, itemsOf } from "#lib/schemas/tables/filter";
import { type FieldsInView, filterOf, type ViewChange } from "./view-fields.ts";

/**
 * The new names in filters after a change of a field: choices may be renamed, and records of another table mean nothing in a field that
 * links to it no longer. Undefined if all names stay.
 */
export function renamesOf(before: Field, after: Field): Renames | undefined {
  const renames = findRenames(before.options, after.options);
  if (renames || !holdsLinks(before)) return renames;
  if (holdsLinks(after) && tableOf(before) === tableOf(after)) return undefined;
  return (text) => (isRecordId(text) ? undefined : text);
}

const tableOf = ({ options }: Field) => (options as { foreignTableId?: TableId }).foreignTableId;

/** Removes from a view the items that name the field and no longer fit it. */
export function withoutUnfit(view: FieldsInView, field: Field): ViewChange {
  const { filter, sort, group } = view;
  const change: ViewChange = {};
  const isUnfit = itemsOf(filter ?? noFilter).some(
    (item) => item.fieldId === field.id && !isApplicable(item, field),
  );
  if (filter && isUnfit)
    change.filter = filterOf(filter, (item) =>
      item.fieldId === field.id && !isApplicable(item, field) ? undefined : item,
    );
  if (typeOf(field).family(field.options) !== "nothing") return change;
  const isOther = ({ fieldId }: { fieldId: string }) => fieldId !== field.id;
  if (group && !group.every(isOther)) {
    const left = group.filter(isOther);
    change.group = left.length > 0 ? left : undefined;
  }
  if (sort && !sort.sortObjs.every(isOther)) {
    const sortObjs = sort.sortObjs.filter(isOther);
    change.sort = sortObjs.length > 0 || sort.manualSort ? { ...sort, sortObjs } : undefined;
  }
  return change;
}

/** Whether a filter may let through more records after it lost items or names of choices. */
export function mayShowMore(before: Filter | undefined, after: Filter | undefined): boolean {
  if (!before || before.filterSet.length === 0) return false;
  if (!after) return true;
  const [items, left] = [itemsOf(before), itemsOf(after)];
  if (left.length < items.length)
    return before.conjunction === "and" || before.filterSet.some((entry) => isFilterGroup(entry));
  return items.some(
    ({ operator, value }, i) => !anyOf.has(operator) && lengthOf(left[i]?.value) < lengthOf(value),
  );
}

/** Operators that match fewer records when one of their names is removed; all others require or exclude each name. */
const anyOf: ReadonlySet<string> = new Set(["isAnyOf", "hasAnyOf", "IN"]);
/** Whether an item excludes a choice that was removed: no cell has it now, so the item lets all records through. */
export const excludesGone = (filter: Filter | undefined | null, id: FieldId, renames: Renames): boolean =>
  itemsOf(filter ?? noFilter).some(
    ({ fieldId, operator, value }) =>
      fieldId === id &&
      (operator in negations || operator === "!=" || operator === "NOT IN") &&
      [value].flat().some((each) => typeof each === "string" && renames(each) === undefined),
  );

const noFilter: Filter = { conjunction: "and", filterSet: [] };
const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 1);
