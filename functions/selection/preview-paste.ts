import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { PasteBody, PastedFields } from "#lib/schemas/selections/paste";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/table/{tableId}/selection/temporaryPaste",
    summary: "Preview pasted cells",
    description: "What pasting would write. Nothing is written.",
    scope: "record|read",
    whileStopped: true,
    params: z.object({ tableId: TableId }),
    body: PasteBody,
    response: ok(PastedFields),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, body, caller }) => {
    const { previewPaste } = await import("#lib/data/write/paste-cells");
    return previewPaste(schema, body, caller);
  },
);
