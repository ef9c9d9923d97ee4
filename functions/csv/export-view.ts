import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, redirect } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { ExportQuery } from "#lib/schemas/tables/csv";

export const handler = endpoint(
  {
    method: "GET",
    path: "/export/{tableId}",
    summary: "Export a table or view as CSV or XLSX",
    description:
      "The same as `GET /table/{tableId}/export`: redirects to a URL of the file that works for 10 minutes.",
    scope: "table|export",
    params: z.object({ tableId: TableId }),
    query: ExportQuery,
    response: redirect,
    mayBeTooLarge: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query, caller }) => {
    // loaded here: with the code of lists it exceeds what a function may load at its start
    const { exportTable } = await import("#lib/data/csv/export-table");
    return { location: await exportTable(schema, query, caller) };
  },
);
