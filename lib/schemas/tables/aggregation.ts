/* Queries about many records: statistics, groups, search hits. */
import * as z from "zod";
import { FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { refuseProto } from "#lib/schemas/basics/object";
import { jsonText } from "#lib/schemas/basics/query-string";
import { hintAt } from "#lib/schemas/issues/hints";
import { messageOf } from "#lib/schemas/issues/issues";
import { inOrder, paged, Search, SearchHit, which } from "./list-query.ts";

const tooManyStatistics = `at most ${limits.statistics} statistics per call`;

const Functions = z
  .preprocess(refuseProto, z.record(z.string(), z.array(z.string()).max(20)))
  .refine((sent) => Object.values(sent).flat().length <= limits.statistics, {
    error: tooManyStatistics,
  });

/** A statistic that a request names: a field, a function, and where it names them. */
export interface NamedStatistic {
  key: string;
  name: string;
  /** The path of the function in the request. */
  at: PropertyKey[];
  /** The path of the field. */
  fieldAt: PropertyKey[];
}

const AsJson = jsonText(Functions, '{"Count":["sum","max"]}');

/** `field={"Count":["sum"]}`, or function by function `field[sum][]=Count`. */
const Statistics = z
  .preprocess(
    refuseProto,
    z.union(
      [z.string(), z.record(z.string(), z.array(z.string()))],
      'send it once: as JSON such as {"Count":["sum"]}, or as field[sum][]=Count',
    ),
  )
  .transform((sent, context): NamedStatistic[] | undefined => {
    if (typeof sent !== "string") {
      const named = Object.entries(sent).flatMap(([name, keys]) =>
        keys.map((key, i) => ({ key, name, at: [name, i], fieldAt: [name, i] })),
      );
      if (named.length > limits.statistics) context.addIssue({ code: "custom", message: tooManyStatistics });
      return named;
    }
    const { data, error } = AsJson.safeParse(sent);
    for (const issue of error?.issues ?? [])
      context.addIssue({ code: "custom", path: issue.path, message: messageOf(issue) });
    return (
      data &&
      Object.entries(data).flatMap(([key, names]) =>
        names.map((name, i) => ({ key, name, at: [key, i], fieldAt: [key] })),
      )
    );
  })
  .meta({
    type: "string",
    anyOf: undefined,
    jsonOf: () => Functions,
    examples: ['{"Count":["sum","max"]}'],
    description:
      'JSON: field key → statistics, for example `{"Count":["sum","max"]}`; or statistic by statistic, `field[sum][]=Count&field[max][]=Count`. Default: the statistics that the view shows.',
  });

export const AggregationQuery = z.strictObject(
  {
    ...which,
    groupBy: inOrder.groupBy,
    field: Statistics.optional(),
  },
  hintAt("filter"),
);
export type AggregationQuery = z.infer<typeof AggregationQuery>;

const Value = z.union([z.number(), z.string(), z.null()]);

const Total = z.object({ value: Value, aggFunc: z.string() });

export const Aggregations = z
  .object({
    aggregations: z.array(
      z.object({
        fieldId: FieldId,
        statisticFunc: z.string(),
        value: Value.meta({
          description: "null if there are no cells to compute it from. Percentages are 0 to 100.",
        }),
        total: Total.meta({ description: "The same value, as other clients of this API read it." }),
        group: z
          .record(z.string(), Total)
          .optional()
          .meta({ description: "With `groupBy`: group id → the value for the group, outer groups too." }),
        groups: z
          .array(z.object({ groupId: z.string(), value: Value }))
          .optional()
          .meta({ description: "With `groupBy`: the value for each group, outer groups too." }),
      }),
    ),
  })
  .meta({ id: "Aggregations" });
export type Aggregations = z.infer<typeof Aggregations>;

export const GroupPointsQuery = z.strictObject(
  {
    ...which,
    groupBy: inOrder.groupBy,
    collapsedGroupIds: inOrder.collapsedGroupIds,
  },
  hintAt("filter"),
);
export type GroupPointsQuery = z.infer<typeof GroupPointsQuery>;

export const SearchCountQuery = z.strictObject({ ...which, search: Search }, hintAt("filter"));
export type SearchCountQuery = z.infer<typeof SearchCountQuery>;

export const SearchIndexQuery = z.strictObject(
  {
    ...which,
    search: Search,
    orderBy: inOrder.orderBy,
    groupBy: inOrder.groupBy,
    ...paged,
  },
  hintAt("take", "skip", "orderBy", "filter"),
);
export type SearchIndexQuery = z.infer<typeof SearchIndexQuery>;

export const SearchHits = z
  .array(
    SearchHit.extend({ index: z.int().meta({ description: "The record's place in the list, from 1." }) }),
  )
  .meta({ id: "SearchHits" });
export type SearchHits = z.infer<typeof SearchHits>;
