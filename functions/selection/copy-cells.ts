import * as z from "zod";
import { makeFieldPresenter } from "#lib/data/schema/closed-fields";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { CopiedCells, CopyQuery } from "#lib/schemas/selections/selection";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/selection/copy",
    summary: "Copy cells",
    description: `The text of the selected cells, of at most ${limits.recordsPerCall} records, and the fields of their columns.`,
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: CopyQuery,
    response: ok(CopiedCells),
    mayBeTooLarge: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query, caller }) => {
    const { copyCells } = await import("#lib/data/query/copy-cells");
    const { content, fields } = await copyCells(schema, query, caller);
    const show = await makeFieldPresenter(schema, caller);
    return { content, header: fields.map(show) };
  },
);
