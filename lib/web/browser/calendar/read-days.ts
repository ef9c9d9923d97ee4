/* Reads the records of a calendar: how many each day has, and the first ones of each. */
import type { WindowQuery } from "../bars/list-query.ts";
import { callApi } from "../call.ts";
import type { GridPage, GridRow } from "../grid/answers.ts";
import { type DayRange, dayText } from "./days.ts";

export interface ReadDays {
  /** Day as YYYY-MM-DD → how many records it has. */
  counts: { readonly [day: string]: number };
  rows: readonly GridRow[];
}

export interface AskedDays {
  tableId: string;
  query: WindowQuery;
  days: DayRange;
  startId: string;
  /** Without one, a record is on the day of its start. */
  endId: string | undefined;
  /** Whose cells are wanted: also of fields that the view does not show. */
  fieldIds: readonly string[];
}

/** The answer names the records and counts; their cells are those of visible fields, so the others are read by a second call. */
export async function readDays({
  tableId,
  query,
  days,
  startId,
  endId,
  fieldIds,
}: AskedDays): Promise<ReadDays> {
  const asked = new URLSearchParams({
    ...{ startDate: dayText(days.from), endDate: dayText(days.to) },
    ...{ startDateFieldId: startId, endDateFieldId: endId ?? startId },
  });
  const path = `/table/${tableId}/aggregation/calendar-daily-collection?${query.which}&${asked}`;
  const { countMap, records } = await callApi<{ countMap: ReadDays["counts"]; records: GridRow[] }>(
    "GET",
    path,
  );
  const rows: GridRow[] = [];
  const selectedRecordIds = records.map(({ id }) => id);
  const body = { fieldKeyType: "id", selectedRecordIds, projection: fieldIds, take: 1000 };
  for (let cursor: string | null = ""; cursor !== null && selectedRecordIds.length > 0; ) {
    const page: GridPage = await callApi<GridPage>(
      "POST",
      `/table/${tableId}/record/list`,
      { ...body, ...(cursor && { cursor }) },
      false,
    );
    rows.push(...page.records);
    cursor = page.nextCursor;
  }
  return { counts: countMap, rows };
}

/** The latest date of a field among the records of the view; undefined if none has one. */
export async function readLatest(
  tableId: string,
  query: WindowQuery,
  fieldId: string,
): Promise<string | undefined> {
  const field = JSON.stringify({ [fieldId]: ["latestDate"] });
  const path = `/table/${tableId}/aggregation?${query.which}&${new URLSearchParams({ field })}`;
  const { aggregations } = await callApi<{ aggregations: { value: unknown }[] }>("GET", path);
  const value = aggregations[0]?.value;
  return typeof value === "string" ? value : undefined;
}
