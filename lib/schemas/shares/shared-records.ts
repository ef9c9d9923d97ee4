/* Queries for the records of a share: those for records of a view, without choosing the view or ignoring its query. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { hintAt } from "#lib/schemas/issues/hints";
import { RecordQuery } from "#lib/schemas/records/record";
import { CopyQuery } from "#lib/schemas/selections/selection";
import {
  AggregationQuery,
  GroupPointsQuery,
  SearchCountQuery,
  SearchIndexQuery,
} from "#lib/schemas/tables/aggregation";
import { CalendarDaysAnswer, CalendarQuery } from "#lib/schemas/tables/calendar";
import { inOrder, paged, RecordPage, which } from "#lib/schemas/tables/list-query";
import { SharedRecord } from "./form-submission.ts";

/** The most characters that sealing adds to a cursor. */
const sealLength = 720;
/** A visitor may name neither another view, nor saved queries, nor fields of other tables; a formula may tell what no field shows. */
const {
  viewId: _,
  ignoreViewQuery: __,
  queryId: ___,
  filterLinkCellCandidate: ____,
  filterLinkCellSelected: _____,
  filterByFormula: ______,
  ...whichShared
} = which;

const cursor = z
  .string()
  .max(limits.cursorLength + sealLength)
  .optional()
  .meta({ description: "The cursor of the previous page of this share." });

export const SharedRecordsQuery = z.strictObject(
  {
    projection: RecordQuery.shape.projection,
    ...whichShared,
    ...inOrder,
    ...paged,
    cursor,
  },
  hintAt("take", "skip", "orderBy", "projection", "filter"),
);
export type SharedRecordsQuery = z.infer<typeof SharedRecordsQuery>;

export const SharedRecordPage = RecordPage.extend({ records: z.array(SharedRecord) }).meta({
  id: "SharedRecordPage",
});
export type SharedRecordPage = z.infer<typeof SharedRecordPage>;

export const SharedCountQuery = z.strictObject(whichShared);
export type SharedCountQuery = z.infer<typeof SharedCountQuery>;

/** What chooses another view, a saved query, a formula or a field of another table, which visitors cannot. */
const ofMembers = {
  viewId: true,
  ignoreViewQuery: true,
  queryId: true,
  filterLinkCellCandidate: true,
  filterLinkCellSelected: true,
  filterByFormula: true,
} as const;

export const SharedAggregationQuery = AggregationQuery.omit(ofMembers);
export type SharedAggregationQuery = z.infer<typeof SharedAggregationQuery>;

export const SharedGroupPointsQuery = GroupPointsQuery.omit(ofMembers);
export type SharedGroupPointsQuery = z.infer<typeof SharedGroupPointsQuery>;

export const SharedSearchCountQuery = SearchCountQuery.omit(ofMembers);
export type SharedSearchCountQuery = z.infer<typeof SharedSearchCountQuery>;

export const SharedSearchIndexQuery = SearchIndexQuery.omit(ofMembers).extend({ cursor });
export type SharedSearchIndexQuery = z.infer<typeof SharedSearchIndexQuery>;

export const SharedCopyQuery = CopyQuery.omit(ofMembers);
export type SharedCopyQuery = z.infer<typeof SharedCopyQuery>;

export const SharedCalendarQuery = CalendarQuery.omit(ofMembers);
export type SharedCalendarQuery = z.infer<typeof SharedCalendarQuery>;

export const SharedCalendarDays = CalendarDaysAnswer.extend({
  records: z
    .array(SharedRecord)
    .meta({ description: "Of each day the first ten records by start, each once." }),
}).meta({ id: "SharedCalendarDays" });
export type SharedCalendarDays = z.infer<typeof SharedCalendarDays>;
