/* Numbers about many records: statistics, groups, hits of a search. */
import * as z from "zod";
import { FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { jsonText } from "#lib/schemas/basics/query-string";
import { inOrder, paged, Search, SearchHit, which } from "./query-plan.ts";

const Functions = z
  .preprocess(keyLost, z.record(z.string(), z.array(z.string()).max(20)))
  .refine((sent) => Object.values(sent).flat().length <= limits.statistics, {
    error: `must ask for at most ${limits.statistics} statistics`,
  });

/** A record is copied key by key, which would lose this one without a word. */
function keyLost(sent: unknown, context: z.RefinementCtx): unknown {
  if (typeof sent === "object" && sent !== null && Object.hasOwn(sent, "__proto__"))
    context.addIssue({ code: "custom", path: ["__proto__"], message: "names no field; use fieldKeyType=id" });
  return sent;
}

export const AggregationQuery = z.strictObject({
  ...which,
  groupBy: inOrder.groupBy,
  field: jsonText(Functions).optional().meta({
    description:
      'As JSON: from the key of a field to statistics of it, `{"Count":["sum","max"]}`. Left out: those that the view shows.',
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
          description: "Null where there is nothing to compute it from. Percents are 0 to 100.",
        }),
        groups: z
          .array(z.object({ groupId: z.string(), value: Value }))
          .optional()
          .meta({ description: "With groupBy: of each group, outer ones too." }),
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

export const SearchIndexQuery = z.strictObject({
  ...which,
  search: Search,
  orderBy: inOrder.orderBy,
  groupBy: inOrder.groupBy,
  ...paged,
});
export type SearchIndexQuery = z.infer<typeof SearchIndexQuery>;

export const SearchHits = z
  .object({
    hits: z.array(
      SearchHit.extend({ index: z.int().meta({ description: "The record's place in the list, from 0." }) }),
    ),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "SearchHits" });
export type SearchHits = z.infer<typeof SearchHits>;
