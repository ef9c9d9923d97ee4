import { findSharedChange } from "#lib/data/shares/shared-changes";
import * as shares from "#lib/data/shares/shares";
import { ok, shareEndpoint } from "#lib/http/endpoint";
import { SharedChanges, SharedChangesQuery } from "#lib/schemas/collaboration/changes";
import { InShare } from "#lib/schemas/shares/share";

export const handler = shareEndpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view/changes",
    summary: "Ask whether a shared view changed",
    description:
      "Says whether anything of the table changed after a cursor, so that the view is to be read again. It does not say what: visitors do not learn of records that the view leaves out.",
    share: shares.openRecords,
    params: InShare,
    query: SharedChangesQuery,
    response: ok(SharedChanges),
  },
  async ({ share, query: { since }, now, sourceIp }) => {
    const { limitReads } = await import("#lib/data/shares/shared-records");
    await limitReads(share, sourceIp);
    return findSharedChange(share, since, now);
  },
);
