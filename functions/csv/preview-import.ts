import * as z from "zod";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { ImportPreview, ImportPreviewInput } from "#lib/schemas/tables/csv";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/import/preview",
    summary: "Look at a CSV file before it is imported",
    description: `How it is written, what its columns would become, its first records as they would be, and what is wrong with its first
lines. Nothing is written. \`columns\`, changed or not, can be sent back here and with the import.`,
    scope: "table|import",
    params: z.object({ baseId: BaseId }),
    body: ImportPreviewInput,
    response: ok(ImportPreview),
  },
  async ({ base, body, caller }) => {
    // with all that imports read and write, which is more than a function may load at its start
    const { previewImport } = await import("#lib/data/csv/preview-import");
    return previewImport({ baseId: base.id, spaceId: base.spaceId }, body, caller);
  },
);
