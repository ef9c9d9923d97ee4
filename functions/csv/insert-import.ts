import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { mayCreateIn } from "#lib/http/kinds/create-linked";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { StartedImport } from "#lib/schemas/tables/csv";
import { InsertImport } from "#lib/schemas/tables/csv-at-address";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/import/{baseId}/{tableId}",
    summary: "Import a file at an address into a table",
    description:
      "As `POST /table/{tableId}/import`, from the address of a file, with the column of each field. A job creates the records; `GET /table/{tableId}/job/{jobId}` returns its progress and the lines that were refused.",
    scope: "table|import",
    scopesOf: ({ createLinked }) => (createLinked ? ["record|create"] : []),
    params: z.object({ baseId: BaseId, tableId: TableId }),
    body: InsertImport,
    response: ok(StartedImport),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, body, caller, principal, table: { baseId }, standing }) =>
    (await import("#lib/data/csv/import-sheets")).insertSheet(
      schema,
      body,
      caller,
      mayCreateIn(principal, { baseId, standing }),
    ),
);
