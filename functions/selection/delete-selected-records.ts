import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { CopyQuery } from "#lib/schemas/selections/selection";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/table/{tableId}/selection/delete",
    summary: "Delete the records of selected rows",
    description:
      "Deletes all of the records, or none, and returns their ids in their order. They can be restored from the trash as one entry. Send an `Idempotency-Key`: the same rows are other records when the request is repeated without one.",
    scope: "record|delete",
    params: z.object({ tableId: TableId }),
    query: CopyQuery,
    response: ok(z.object({ ids: z.array(RecordId).meta({ description: "Of the deleted records." }) })),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query, caller }) => {
    const { selectCells, selectedIds } = await import("#lib/data/query/select-cells");
    const { removeRecords } = await import("#lib/data/write/remove-records");
    const ids = await selectedIds(await selectCells(schema, query, caller));
    if (ids.length > 0) await removeRecords(schema, ids, caller, { answerOf: () => ({ ids }) });
    return { ids };
  },
);
