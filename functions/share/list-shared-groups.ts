import * as shares from "#lib/data/shares/shares";
import { ok, shareEndpoint } from "#lib/http/endpoint";
import { InShare } from "#lib/schemas/shares/share";
import { SharedGroupPointsQuery } from "#lib/schemas/shares/shared-records";
import { GroupPoints } from "#lib/schemas/tables/list-query";

export const handler = shareEndpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view/group-points",
    summary: "List the groups of a shared view",
    description:
      "With their record counts; null without `groupBy`. Only visible fields can group. Requires `includeRecords` in `shareMeta`.",
    share: shares.openRecords,
    params: InShare,
    query: SharedGroupPointsQuery,
    response: ok(GroupPoints.nullable()),
  },
  async ({ share, query, now, sourceIp }) => {
    const { limitReads, listSharedGroups } = await import("#lib/data/shares/shared-records");
    await limitReads(share, sourceIp);
    return listSharedGroups(share, query, now);
  },
);
