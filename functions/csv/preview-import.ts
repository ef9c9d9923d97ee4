import * as z from "zod";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { ImportPreview, ImportPreviewInput } from "#lib/schemas/tables/csv";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/import/preview",
    summary: "Preview an import of CSV or XLSX",
    description:
      "Returns the format of the file, the fields that its columns would become, its first records, and the problems in its first lines. Nothing is written. `columns` can be sent back here and with the import, changed or unchanged.",
    scope: "table|import",
    whileStopped: true,
    params: z.object({ baseId: BaseId }),
    body: ImportPreviewInput,
    response: ok(ImportPreview),
  },
  async ({ base, body, caller }) => {
    // loaded here: the code of imports exceeds what a function may load at its start
    const { previewImport } = await import("#lib/data/csv/preview-import");
    return previewImport({ baseId: base.id, spaceId: base.spaceId }, body, caller);
  },
);
