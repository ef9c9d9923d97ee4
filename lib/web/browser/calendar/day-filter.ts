/* The records of one day. */
import type { Filter, FilterItem } from "#lib/schemas/tables/filter";
import { instantOfDay } from "./days.ts";

/** Those that start on the day, and those that start before it and end on it or later. */
export function filterOfDay(day: number, zone: string, startId: string, endId: string | undefined): Filter {
  const value = { mode: "exactDate" as const, exactDate: instantOfDay(day, zone), timeZone: zone };
  const item = (fieldId: string, operator: string): FilterItem => ({ fieldId, operator, value });
  const starts = item(startId, "is");
  if (endId === undefined) return { conjunction: "and", filterSet: [starts] };
  const goesOn: Filter = {
    conjunction: "and",
    filterSet: [item(startId, "isBefore"), item(endId, "isOnOrAfter")],
  };
  return { conjunction: "or", filterSet: [starts, goesOn] };
}
