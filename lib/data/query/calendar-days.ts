/*
 * The records of a calendar, day by day. If indexes begin with its dates, only records that can be on these days are read; otherwise the
 * whole table. Memory holds the counts and the first records of each day.
 */

import type { Caller } from "#lib/data/identity/caller";
import { findMany, type RecordItem } from "#lib/data/records/records";
import { showRecords } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import { makeCellReader } from "#lib/engine/cells/cell-reader";
import type { Field } from "#lib/engine/fields/field";
import { explainKey, makeFieldKeys } from "#lib/engine/fields/field-keys";
import { type CalendarDays, dayOfText, makeCalendar } from "#lib/engine/query/calendar-days";
import { type ResolvedQuery, resolveQuery } from "#lib/engine/query/resolve-query";
import { beginOf } from "#lib/engine/values/time-zones";
import { singleDate } from "#lib/engine/view-types/shared/fitting";
import { countFitting } from "#lib/schemas/basics/answer-size";
import { type Issue, invalid } from "#lib/schemas/basics/error";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import type { Record } from "#lib/schemas/records/record";
import type { CalendarDaysAnswer, CalendarQuery } from "#lib/schemas/tables/calendar";
import { visitMatching } from "./aggregate.ts";
import { chooseNote, mostOfTable } from "./choose-note.ts";
import { planList } from "./plan-list.ts";

/**
 * Counts and first records by day, with the cells of these fields, or of the fields that the view shows. Throws 400 for fields that do not
 * hold one date, and for too many days.
 */
export async function collectDays(
  schema: Schema,
  query: CalendarQuery,
  caller: Caller,
  fields?: Field[],
): Promise<CalendarDaysAnswer> {
  const { fieldKeyType } = query;
  const asked = { ...query, fieldKeyType: fieldKeyType ?? ("name" as const) };
  const { start, end } = dateFields(resolveQuery(schema, asked), query);
  const plan = await planList(schema, asked, caller, [start, end]);
  const [startOf, endOf] = [makeCellReader(start, plan.context), makeCellReader(end, plan.context)];
  const collect = (record: RecordItem, into: ReturnType<typeof makeCalendar>) =>
    into.add(record.id, startOf(record) as string | undefined, endOf(record) as string | undefined);
  const days = daysAsked(start, query);
  let calendar = makeCalendar(days);
  const note = plan.selected ? undefined : chooseNote(plan);
  const dates = start.id === end.id ? { start } : { start, end };
  const indexes =
    schema.indexes.length > 0
      ? await (await import("./indexed/read-all-indexed.ts")).visitDays(plan, dates, days, (record) =>
          collect(record, calendar),
        )
      : undefined;
  for (const index of indexes ?? []) note?.indexed(index);
  if (!indexes) {
    calendar = makeCalendar(days);
    let [last, seen, near] = [0, 0, 0];
    const [first, after] = [days.from, days.to + 1].map((day) =>
      new Date(beginOf(day, days.zone)).toISOString(),
    ) as [string, string];
    const visit = (record: RecordItem) => {
      const [from, to] = [String(startOf(record) ?? ""), String(endOf(record) ?? "")];
      seen++;
      if ((from >= first && from < after) || ("end" in dates && to >= first)) near++;
      collect(record, calendar);
    };
    await visitMatching(plan, visit, (highest) => {
      last = highest;
    });
    // only if the days are a part of the table; records that a filter leaves out are probably spread over all days
    if (near <= seen * mostOfTable) note?.days(Object.values(dates), last);
  }
  const how = { fieldKeyType: fieldKeyType ?? "id", cellFormat: "json" } as const;
  const show = (records: RecordItem[]) => showRecords(records, fields ?? plan.look.shown, how, caller);
  const countMap = calendar.countMap();
  return { countMap, records: await readFitting(schema.table.id, calendar.firstIds(), show) };
}

const recordsPerRead = 100;

/** The first of these records as the answer shows them, as many as fit: records can be large. */
async function readFitting(
  tableId: TableId,
  ids: RecordId[],
  show: (records: RecordItem[]) => Promise<Record[]>,
): Promise<Record[]> {
  const room = limits.responseBytes - bytesOfCounts;
  const shown: Record[] = [];
  for (const some of cutIntoPieces(ids, recordsPerRead)) {
    const found = await findMany(tableId, some);
    shown.push(...(await show(found.flatMap((record) => record ?? []))));
    const count = countFitting(shown, room);
    if (count < shown.length) return shown.slice(0, count);
  }
  return shown;
}

/** Room for the counts of as many days as a call may request. */
const bytesOfCounts = 32 * 1024;

/** The start and end fields, which the request names by its kind of keys. */
function dateFields({ open }: ResolvedQuery, query: CalendarQuery): { start: Field; end: Field } {
  const keys = makeFieldKeys(open, query.fieldKeyType ?? "name");
  const issues: Issue[] = [];
  const read = (path: "startDateFieldId" | "endDateFieldId") => {
    const field = keys.get(query[path]);
    if (!field) issues.push({ path, message: explainKey(keys, query[path]) });
    else if (!singleDate.fits(field)) issues.push({ path, message: singleDate.must });
    return field as Field;
  };
  const fields = { start: read("startDateFieldId"), end: read("endDateFieldId") };
  if (issues.length > 0) throw invalid(issues);
  return fields;
}

function daysAsked({ options }: Field, { startDate, endDate }: CalendarQuery): CalendarDays {
  const { timeZone: zone } = (options as { formatting: { timeZone: string } }).formatting;
  const [from, to] = [dayOfText(startDate, zone), dayOfText(endDate, zone)];
  if (to < from) throw invalid([{ path: "endDate", message: "must not be before startDate" }]);
  const count = to - from + 1;
  if (count > limits.calendarDays)
    throw invalid([
      { path: "endDate", message: `at most ${limits.calendarDays} days per call; got ${count}` },
    ]);
  return { from, to, zone };
}
