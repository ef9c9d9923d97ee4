import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { makeAllowThere } from "#lib/http/authorize";
import { created, endpoint } from "#lib/http/endpoint";
import { keyOfRequest } from "#lib/http/idempotency";
import { allowBoth } from "#lib/http/other-bases";
import { TableId } from "#lib/schemas/basics/ids";
import { UndoQuery, UndoResult } from "#lib/schemas/records/undo";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/undo-redo/undo",
    summary: "Undo the last change of records, fields or views",
    description:
      "Undoes what the last call of a window did to records, their order, fields and views, all of it or nothing. A window names itself by the header `X-Window-Id` in every call; its last 100 calls in the table can be undone, each for a day. Or undoes the call with the `idempotencyKey`. If one of the cells, or a member of the field or view, was changed since, nothing is written, and the answer names it. Undoing needs the scopes that the opposite call needs: `record|delete` for created records, `record|create` for deleted ones, `view|update` for moved rows, and likewise those for fields and views.",
    scope: "record|update",
    params: z.object({ tableId: TableId }),
    query: UndoQuery,
    response: created(UndoResult),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query: { idempotencyKey }, caller, principal, standing, table: { baseId } }) => {
    const { undoOperation } = await import("#lib/data/undo/undo-operation");
    const key = idempotencyKey === undefined ? undefined : keyOfRequest(principal, idempotencyKey);
    const allow = allowBoth(principal, standing);
    const allowThere = makeAllowThere(principal, { baseId, standing });
    return undoOperation(schema, { direction: "undo", key, allow, allowThere }, caller);
  },
);
