import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, redirect } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { ExportQuery } from "#lib/schemas/tables/csv";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/export",
    summary: "Export a table as CSV or XLSX",
    description:
      "Redirects to a URL that works for 10 minutes; the file is removed after one day. The file is CSV in UTF-8 (RFC 4180), or a workbook with `format=xlsx`, with the field names in its first line. It contains the fields and records of a list with the same query, each record as it is when it is read, without buttons. Importing a CSV file with `cellFormat=json`, or a workbook, gives the same cells. 413 if the export takes longer than 22 s, or a text does not fit into a cell of a workbook.",
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
