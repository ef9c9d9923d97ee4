import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { CalendarDaysAnswer, CalendarQuery } from "#lib/schemas/tables/calendar";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/aggregation/calendar-daily-collection",
    summary: "List the records of calendar days",
    description:
      "A record counts on every day from its start to its end, in the time zone of the start field; without an end on the day of its start. `records` has the first ten records of each day by start, each once; it ends early if they do not fit into a response.",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: CalendarQuery,
    response: ok(CalendarDaysAnswer),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query, caller }) =>
    (await import("#lib/data/query/calendar-days")).collectDays(schema, query, caller),
);
