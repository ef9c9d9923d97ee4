import * as shares from "#lib/data/shares/shares";
import { ok, shareEndpoint } from "#lib/http/endpoint";
import { InShare } from "#lib/schemas/shares/share";
import { SharedCalendarDays, SharedCalendarQuery } from "#lib/schemas/shares/shared-records";

export const handler = shareEndpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view/calendar-daily-collection",
    summary: "List the records of calendar days of a shared view",
    description:
      "As `GET /table/{tableId}/aggregation/calendar-daily-collection`, among the records that the view shows. The fields of start and end must be visible. Requires `includeRecords` in `shareMeta`.",
    share: shares.openRecords,
    params: InShare,
    query: SharedCalendarQuery,
    response: ok(SharedCalendarDays),
  },
  async ({ share, query, now, sourceIp }) => {
    const { limitReads } = await import("#lib/data/shares/shared-records");
    const { collectSharedDays } = await import("#lib/data/shares/shared-calendar");
    await limitReads(share, sourceIp);
    return collectSharedDays(share, query, now);
  },
);
