/* Queries for the records of a share: those for records of a view, without choosing the view or ignoring its query. */
import * as z from "zod";
import { hintAt } from "#lib/schemas/basics/hints";
import { limits } from "#lib/schemas/basics/limits";
import { RecordQuery } from "#lib/schemas/records/record";
import { AggregationQuery } from "#lib/schemas/tables/aggregation";
import { inOrder, paged, RecordPage, which } from "#lib/schemas/tables/query-plan";
import { SharedRecord } from "./form-submission.ts";

/** The most characters that sealing adds to a cursor. */
const sealLength = 720;
const { viewId: _, ignoreViewQuery: __, queryId: ___, ...whichShared } = which;

export const SharedRecordsQuery = z.strictObject(
  {
    projection: RecordQuery.shape.projection,
    ...whichShared,
    ...inOrder,
    ...paged,
    cursor: z
      .string()
      .max(limits.cursorLength + sealLength)
      .optional()
      .meta({ description: "The `nextCursor` of the previous page of this share." }),
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

export const SharedAggregationQuery = AggregationQuery.omit({
  viewId: true,
  ignoreViewQuery: true,
  queryId: true,
});
export type SharedAggregationQuery = z.infer<typeof SharedAggregationQuery>;
