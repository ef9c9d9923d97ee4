import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, redirect } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { ExportQuery } from "#lib/schemas/tables/csv";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/export",
    summary: "Export a table, or what a view shows of it, as CSV",
    description: `Leads to an address where the file is for 10 minutes: UTF-8, by RFC 4180, the names of the fields in its first line. With the fields and records of a list
of the same query, each as it is when it is read. Buttons are left out. An import reads what is exported with \`cellFormat=json\` to the same cells.`,
    scope: "table|export",
    params: z.object({ tableId: TableId }),
    query: ExportQuery,
    response: redirect,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query, caller }) => {
    // with all that a list reads, which is more than a function may load at its start
    const { exportTable } = await import("#lib/data/csv/export-table");
    return { location: await exportTable(schema, query, caller) };
  },
);
