import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { allowBoth } from "#lib/http/authorize";
import { created, endpoint } from "#lib/http/endpoint";
import { keyOfRequest } from "#lib/http/idempotency";
import { TableId } from "#lib/schemas/basics/ids";
import { UndoQuery, UndoResult } from "#lib/schemas/records/undo";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/undo-redo/undo",
    summary: "Undo the last change of records",
    description:
      "Undoes what the last call of a window did to records and their order, all of it or nothing. A window names itself by the header `X-Window-Id` in every call; its last 100 calls in the table can be undone, each for a day. Or undoes the call with the `idempotencyKey`. If one of the cells was changed since, nothing is written, and the answer names the cell. Undoing needs the scopes that the opposite call needs: `record|delete` for created records, `record|create` for deleted ones, `view|update` for moved rows.",
    scope: "record|update",
    params: z.object({ tableId: TableId }),
    query: UndoQuery,
    response: created(UndoResult),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query: { idempotencyKey }, caller, principal, standing }) => {
    const { undoOperation } = await import("#lib/data/write/undo-operation");
    const key = idempotencyKey === undefined ? undefined : keyOfRequest(principal, idempotencyKey);
    const allow = allowBoth(principal, standing);
    return undoOperation(schema, { direction: "undo", key, allow }, caller);
  },
);
