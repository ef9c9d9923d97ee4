/* A question about one table of a base: its records in groups, with statistics of each group. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { hintAt } from "#lib/schemas/issues/hints";
import { listedByBody } from "./list-query.ts";

const { fieldKeyType, viewId, ignoreViewQuery, filter, filterByTql, filterByFormula, search } = listedByBody;

export const dateUnits = ["day", "week", "month", "year"] as const;
export type DateUnit = (typeof dateUnits)[number];

const ColumnName = z
  .string()
  .min(1)
  .max(limits.nameLength)
  // an object of an answer cannot have such a member
  .refine((name) => name !== "__proto__", "cannot be used as a name here");

const GroupColumn = z.strictObject({
  field: z.string().meta({ description: "The field, by its key or id." }),
  by: z.enum(dateUnits).optional().meta({
    description:
      "For one date: the day, week (from Monday), month or year, in the time zone of the field. Default: as the field shows its dates.",
  }),
  as: ColumnName.optional().meta({ description: "The name in the rows. Default: `field` as it is sent." }),
});

const SelectColumn = z.strictObject({
  field: z.string().optional().meta({ description: "The field, by its key or id. Only count needs none." }),
  fn: z.string().meta({
    description: "A statistic that the field has, as in `GET …/aggregation`; count without a field.",
    examples: ["count", "sum", "average", "max"],
  }),
  as: ColumnName.optional().meta({
    description: "The name in the rows. Default: `count`, or such as `sum(Price)`.",
  }),
});

const Condition = z.strictObject({
  name: z.string().meta({ description: "A name of `select`." }),
  operator: z.enum([">", ">=", "<", "<=", "=", "!="]).meta({
    description: "How the statistic is compared. Without a value it is in no order.",
  }),
  value: z.union([z.number(), z.string(), z.null()], "must be a number, text or null").meta({
    description: "A number, or text for a date. null is a statistic without a value.",
  }),
});
const mostConditions = 20;
const conjunction = z
  .enum(["and", "or"])
  .default("and")
  .meta({ description: "Whether all conditions must match, or one of them." });
const ConditionGroup = z.strictObject({
  conjunction,
  conditions: z
    .array(Condition)
    .min(1)
    .max(mostConditions)
    .meta({ description: "The conditions that are joined." }),
});

export const BaseQuery = z
  .strictObject(
    {
      table: z.string().min(1).max(limits.nameLength).meta({ description: "The table, by its id or name." }),
      ...{ fieldKeyType, viewId, ignoreViewQuery, filter, filterByTql, filterByFormula, search },
      groupBy: z
        .array(GroupColumn)
        .max(limits.groupFields, `must name at most ${limits.groupFields} fields`)
        .default([])
        .meta({ description: "Without it there is one row for all records." }),
      select: z
        .array(SelectColumn)
        .max(limits.selectedStatistics)
        .default([])
        .meta({ description: "Without it each row has `count`." }),
      having: z
        .strictObject({
          conjunction,
          conditions: z
            .array(
              z.union(
                [Condition, ConditionGroup],
                "must be {name, operator, value} or {conjunction, conditions}",
              ),
            )
            .min(1)
            .max(mostConditions)
            .meta({ description: "Conditions, and groups of conditions." }),
        })
        .optional()
        .meta({ description: "Keeps the rows whose statistics match." }),
      orderBy: z
        .array(z.strictObject({ name: z.string(), order: z.enum(["asc", "desc"]).default("asc") }))
        .max(limits.sortFields)
        .default([])
        .meta({
          description:
            "Names of the rows, the most significant first; rows without a value come first in asc. Then, and without it, in the order of the groups.",
        }),
      take: z
        .int()
        .min(1)
        .max(limits.recordsPerPage)
        .default(100)
        .meta({ description: "At most so many rows." }),
    },
    hintAt("take", "orderBy", "filter"),
  )
  .meta({
    id: "BaseQuery",
    examples: [
      {
        table: "tbl4mSa1Cw6nZ8tQ0Yh",
        groupBy: [{ field: "Status" }],
        select: [{ fn: "count" }, { field: "Count", fn: "sum", as: "total" }],
        having: { conditions: [{ name: "total", operator: ">", value: 5 }] },
        orderBy: [{ name: "total", order: "desc" }],
      },
    ],
  });
export type BaseQuery = z.infer<typeof BaseQuery>;
export type HavingCondition = z.infer<typeof Condition>;

export const QueriedRows = z
  .object({
    rows: z.array(z.record(z.string(), z.unknown())).meta({
      description:
        "The groups and statistics by their names. Choices, people, linked records and files are their names, dates by `by` are 2026-12-31, 2026-12 or 2026; null is empty.",
    }),
    total: z.int().meta({ description: "How many rows there are, also those beyond `take`." }),
  })
  .meta({ id: "QueriedRows" });
export type QueriedRows = z.infer<typeof QueriedRows>;
