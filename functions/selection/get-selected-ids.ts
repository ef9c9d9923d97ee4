import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { SelectedIds, SelectedIdsQuery } from "#lib/schemas/selections/selection";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/selection/range-to-id",
    summary: "Get the ids of selected rows and columns",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: SelectedIdsQuery,
    response: ok(SelectedIds),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query: { returnType, ...query }, caller }) => {
    const { selectCells, selectedIds } = await import("#lib/data/query/select-cells");
    const selected = await selectCells(schema, query, caller);
    return {
      ...(returnType !== "fieldId" && { recordIds: await selectedIds(selected) }),
      ...(returnType !== "recordId" && { fieldIds: selected.fields.map(({ id }) => id) }),
    };
  },
);
