/* A filter that was written as text (lib/schemas/tables/tql.ts), adapted to the fields of the table. */

import { typeOf } from "#lib/engine/fields/field";
import { explainKey, type FieldKeys } from "#lib/engine/fields/field-keys";
import { guessDate } from "#lib/engine/values/date-parsing";
import type { DateFormatting } from "#lib/engine/values/dates";
import type { ViewField } from "#lib/engine/view-types/shared/view-type";
import type { Issue } from "#lib/schemas/basics/error";
import { type Filter, type FilterItem, isFilterGroup, itemsOf } from "#lib/schemas/tables/filter";
import { checkFilter } from "./check-filter.ts";

/**
 * The filter with dates instead of texts, for example '2024-03-01', if the field holds dates. A date without an offset is in the field's
 * time zone.
 */
export const withDates = (filter: Filter, keys: FieldKeys<ViewField>): Filter => ({
  ...filter,
  filterSet: filter.filterSet.map((entry) =>
    isFilterGroup(entry) ? withDates(entry, keys) : withDate(entry, keys),
  ),
});

function withDate(item: FilterItem, keys: FieldKeys<ViewField>): FilterItem {
  const field = keys.get(item.fieldId);
  const { value } = item;
  if (!field || !["dateTime", "dateTimes"].includes(typeOf(field).family(field.options))) return item;
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d/.test(value)) return item;
  const { formatting } = field.options as { formatting: DateFormatting };
  // only dates with a year are read, so the time of the request does not matter
  const exactDate = guessDate(value, formatting, anyTime);
  if (typeof exactDate !== "string") return item;
  return { ...item, value: { mode: "exactDate", exactDate, timeZone: formatting.timeZone } };
}

const anyTime = "1970-01-01T00:00:00.000Z";

/** All issues of the filter. Its parts have no path, so the messages name the fields. */
export const checkTextFilter = (filter: Filter, keys: FieldKeys<ViewField>): Issue[] =>
  itemsOf(filter).flatMap((item) => {
    const path = "filterByTql";
    if (!keys.get(item.fieldId)) return { path, message: explainKey(keys, item.fieldId) };
    const [issue] = checkFilter({ conjunction: "and", filterSet: [item] }, keys, []);
    return issue ? { path, message: `{${item.fieldId}}: ${issue.message}` } : [];
  });
