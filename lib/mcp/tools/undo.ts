import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { defineTool } from "#lib/mcp/tool";
import { AppError } from "#lib/schemas/basics/error";
import { UndoResult } from "#lib/schemas/records/undo";
import { inTable, writeKey } from "./arguments.ts";
import { findTableId } from "./places.ts";
import { writeHeaders } from "./writing.ts";

export const undoTool = defineTool(
  {
    name: "undo",
    title: "Undo",
    description:
      "Takes back what your last write did in a table: records, fields. With key: what the write with this key did. All of it or nothing; later changes of others are never overwritten.",
    does: "write",
    scopes: [["record|update"]],
  },
  z.strictObject({ ...inTable, key: writeKey.meta({ description: "The key of the write to take back." }) }),
  async ({ key, ...place }, call) => {
    const params = await findTableId(place, call);
    const { handler } = await import("#functions/record/undo-operation");
    const query = key === undefined ? {} : { idempotencyKey: key };
    const sent = { params, query, headers: writeHeaders(undefined, call) };
    const { status, more, errorMessage } = await callEndpoint(handler, UndoResult, sent, call);
    if (status === "failed") throw new AppError("conflict", errorMessage ?? "It cannot be undone");
    if (status === "empty") return { undone: false, note: "There is nothing to undo." };
    return { undone: true, ...(more && { note: "Not all is taken back yet: call undo again." }) };
  },
);
