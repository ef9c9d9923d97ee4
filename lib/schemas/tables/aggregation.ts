/* Queries about many records: statistics, groups, search hits. */
import * as z from "zod";
import { FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { jsonText, withTake } from "#lib/schemas/basics/query-string";
import { inOrder, paged, Search, SearchHit, which } from "./query-plan.ts";

const Functions = z
  .preprocess(refuseProto, z.record(z.string(), z.array(z.string()).max(20)))
  .refine((sent) => Object.values(sent).flat().length <= limits.statistics, {
    error: `at most ${limits.statistics} statistics per call`,
  });

/** zod copies a record key by key, which would lose a key named __proto__ silently. */
function refuseProto(sent: unknown, context: z.RefinementCtx): unknown {
  if (typeof sent === "object" && sent !== null && Object.hasOwn(sent, "__proto__"))
    context.addIssue({
      code: "custom",
      path: ["__proto__"],
      message: "cannot be used as a field name here; name the field by its id, with fieldKeyType=id",
    });
  return sent;
}

export const AggregationQuery = z.strictObject({
  ...which,
  groupBy: inOrder.groupBy,
  field: jsonText(Functions, '{"Count":["sum","max"]}').optional().meta({
    description:
      'JSON: field key → statistics, for example `{"Count":["sum","max"]}`. Default: the statistics that the view shows.',
  }),
});
export type AggregationQuery = z.infer<typeof AggregationQuery>;

const Value = z.union([z.number(), z.string(), z.null()]);

export const Aggregations = z
  .object({
    aggregations: z.array(
      z.object({
        fieldId: FieldId,
        statisticFunc: z.string(),
        value: Value.meta({
          description: "null if there are no cells to compute it from. Percentages are 0 to 100.",
        }),
        groups: z
          .array(z.object({ groupId: z.string(), value: Value }))
          .optional()
          .meta({ description: "With `groupBy`: the value for each group, outer groups too." }),
      }),
    ),
  })
  .meta({ id: "Aggregations" });
export type Aggregations = z.infer<typeof Aggregations>;

export const GroupPointsQuery = z.strictObject({
  ...which,
  groupBy: inOrder.groupBy.unwrap(),
  collapsedGroupIds: inOrder.collapsedGroupIds,
});
export type GroupPointsQuery = z.infer<typeof GroupPointsQuery>;

export const SearchCountQuery = z.strictObject({ ...which, search: Search });
export type SearchCountQuery = z.infer<typeof SearchCountQuery>;

export const SearchIndexQuery = z.strictObject(
  {
    ...which,
    search: Search,
    orderBy: inOrder.orderBy,
    groupBy: inOrder.groupBy,
    ...paged,
  },
  withTake,
);
export type SearchIndexQuery = z.infer<typeof SearchIndexQuery>;

export const SearchHits = z
  .object({
    hits: z.array(
      SearchHit.extend({ index: z.int().meta({ description: "The record's index in the list, from 0." }) }),
    ),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "SearchHits" });
export type SearchHits = z.infer<typeof SearchHits>;
