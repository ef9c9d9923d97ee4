import * as shares from "#lib/data/shares/shares";
import { ok, shareEndpoint } from "#lib/http/endpoint";
import { limits } from "#lib/schemas/basics/limits";
import { CopiedCells } from "#lib/schemas/selections/selection";
import { InShare } from "#lib/schemas/shares/share";
import { SharedCopyQuery } from "#lib/schemas/shares/shared-records";

export const handler = shareEndpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view/copy",
    summary: "Copy cells of a shared view",
    description: `The text of the selected cells, of at most ${limits.recordsPerCall} records. Files are named without their tokens. Requires \`allowCopy\` and \`includeRecords\` in \`shareMeta\`.`,
    share: shares.openCopy,
    params: InShare,
    query: SharedCopyQuery,
    response: ok(CopiedCells),
    mayBeTooLarge: true,
  },
  async ({ share, query, now, sourceIp }) => {
    const { limitReads } = await import("#lib/data/shares/shared-records");
    const { copyShared } = await import("#lib/data/shares/copy-shared");
    await limitReads(share, sourceIp);
    return copyShared(share, query, now);
  },
);
