import * as shares from "#lib/data/shares/shares";
import { showShare } from "#lib/data/shares/show-share";
import { ok, shareEndpoint } from "#lib/http/endpoint";
import { InShare } from "#lib/schemas/shares/share";
import { SharedViewStart } from "#lib/schemas/shares/shared-view";

export const handler = shareEndpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view",
    summary: "Get a shared view",
    description: "With its first records, if the share shows records.",
    share: shares.openShare,
    params: InShare,
    response: ok(SharedViewStart),
  },
  async ({ share, now, sourceIp }) => {
    const shown = showShare(share);
    if (!shares.showsRecords(share)) return { ...shown, records: [], extra: { groupPoints: null } };
    const { limitReads, readStart } = await import("#lib/data/shares/shared-records");
    await limitReads(share, sourceIp);
    return { ...shown, ...(await readStart(share, shown, now)) };
  },
);
