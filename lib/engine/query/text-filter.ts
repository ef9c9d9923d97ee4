/* A filter that was written as text (lib/schemas/tables/tql.ts), fitted to the fields of the table. */

import { typeOf } from "#lib/engine/fields/field";
import { explainKey, type FieldKeys } from "#lib/engine/fields/field-keys";
import type { ViewField } from "#lib/engine/view-types/shared/view-type";
import type { Issue } from "#lib/schemas/basics/error";
import { type Filter, type FilterItem, isFilterGroup, itemsOf } from "#lib/schemas/tables/filter";
import { checkFilter } from "./check-filter.ts";

/** The filter with dates in place of texts such as '2024-03-01', where the field holds dates. */
export const withDates = (filter: Filter, keys: FieldKeys<ViewField>): Filter => ({
  ...filter,
  filterSet: filter.filterSet.map((entry) =>
    isFilterGroup(entry) ? withDates(entry, keys) : withDate(entry, keys),
  ),
});

function withDate(item: FilterItem, keys: FieldKeys<ViewField>): FilterItem {
  const field = keys.get(item.fieldId);
  const { value } = item;
  if (!field || typeOf(field).family(field.options) !== "dateTime") return item;
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d/.test(value) || Number.isNaN(Date.parse(value)))
    return item;
  const { timeZone } = (field.options as { formatting: { timeZone: string } }).formatting;
  // the noon of a day is on that day in most time zones
  const exactDate = new Date(value.length === 10 ? `${value}T12:00:00Z` : value).toISOString();
  return { ...item, value: { mode: "exactDate", exactDate, timeZone } };
}

/** All issues of the filter. Its parts have no path, so the messages name the fields. */
export const checkTextFilter = (filter: Filter, keys: FieldKeys<ViewField>): Issue[] =>
  itemsOf(filter).flatMap((item) => {
    const path = "filterByTql";
    if (!keys.get(item.fieldId)) return { path, message: explainKey(keys, item.fieldId) };
    const [issue] = checkFilter({ conjunction: "and", filterSet: [item] }, keys, []);
    return issue ? { path, message: `{${item.fieldId}}: ${issue.message}` } : [];
  });
