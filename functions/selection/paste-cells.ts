import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { mayBoth } from "#lib/http/authorize";
import { endpoint, ok } from "#lib/http/endpoint";
import { linkMaker } from "#lib/http/kinds/create-linked";
import { TableId } from "#lib/schemas/basics/ids";
import { PasteBody, Pasted } from "#lib/schemas/selections/paste";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/table/{tableId}/selection/paste",
    summary: "Paste cells",
    description:
      "Writes all of the cells, or none. Values are read as `typecast` reads them; one that a cell cannot hold is a 400. If the selection is a multiple of the content, the content is repeated; otherwise it is written from the first selected cell on. Rows past the end are created (`record|create`). Columns past the last become fields like those of `header` (`field|create`); without it they are cut. Computed cells and buttons stay. The answer says what was written.",
    scope: "record|update",
    scopesOf: ({ createLinked }) => (createLinked ? ["record|create"] : []),
    params: z.object({ tableId: TableId }),
    body: PasteBody,
    response: ok(Pasted),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, body, caller, principal, table: { baseId }, standing }) => {
    const { pasteCells } = await import("#lib/data/write/paste-cells");
    const may = mayBoth(principal, standing);
    return pasteCells(schema, body, caller, {
      records: may("record|create"),
      fields: may("field|create"),
      makeLinked: body.createLinked ? linkMaker(caller, principal, { baseId, standing }) : undefined,
    });
  },
);
