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
    path: "/table/{tableId}/undo-redo/redo",
    summary: "Redo a change of records, fields or views",
    description:
      "Does again what was undone last in the window (`X-Window-Id`), or what the call with the `idempotencyKey` did, all of it or nothing. A new call that can be undone empties what a window can redo. For the rest as `undo-redo/undo`.",
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
    return undoOperation(schema, { direction: "redo", key, allow, allowThere }, caller);
  },
);
