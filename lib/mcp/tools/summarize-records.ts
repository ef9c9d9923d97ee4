import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { countShown, cutTexts } from "#lib/mcp/fit-answer";
import { defineTool } from "#lib/mcp/tool";
import { limits } from "#lib/schemas/basics/limits";
import { QueriedRows } from "#lib/schemas/tables/base-query";
import { bodyOfFilter, filter, inBase, inTable, pathsOfList } from "./arguments.ts";
import { findBaseId } from "./places.ts";

export const summarizeRecordsTool = defineTool(
  {
    name: "summarize_records",
    title: "Summarize records",
    description:
      "Counts and statistics of groups, like SELECT … GROUP BY, without reading records. Statistics: count, sum, average, min, max, filled, empty, unique; earliestDate, latestDate for dates.",
    does: "read",
    scopes: [["record|read"]],
    paths: pathsOfList,
  },
  z.strictObject({
    ...inBase,
    table: inTable.table,
    filter,
    groupBy: z
      .array(
        z.strictObject({
          field: z.string().max(255),
          by: z.enum(["day", "week", "month", "year"]).optional().meta({ description: "For dates." }),
        }),
      )
      .max(limits.groupFields)
      .optional(),
    select: z
      .array(z.strictObject({ field: z.string().max(255).optional(), fn: z.string().max(50) }))
      .max(limits.selectedStatistics)
      .optional()
      .meta({ description: "Default: count." }),
    sort: z
      .array(z.strictObject({ name: z.string().max(300), order: z.enum(["asc", "desc"]).optional() }))
      .max(limits.sortFields)
      .optional()
      .meta({ description: "By names of the rows, such as sum(Price)." }),
    limit: z.int().min(1).max(1000).default(100),
  }),
  async ({ base, filter, sort, limit, ...asked }, call) => {
    const baseId = await findBaseId(base, call);
    const { handler } = await import("#functions/aggregation/query-base");
    const body = { ...asked, ...bodyOfFilter(filter), orderBy: sort, take: limit };
    const { rows, total } = await callEndpoint(handler, QueriedRows, { params: { baseId }, body }, call);
    const short = rows.map((row) => cutTexts(row, 255));
    const note = `${total} groups: sort them and ask for fewer, or filter.`;
    const count = countShown(short, { total, note });
    return { rows: short.slice(0, count), total, ...(count < total && { note }) };
  },
);
