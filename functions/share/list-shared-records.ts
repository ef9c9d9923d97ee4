import * as shares from "#lib/data/shares/shares";
import { endpoint, ok } from "#lib/http/endpoint";
import { InShare } from "#lib/schemas/shares/share";
import { SharedRecordPage, SharedRecordsQuery } from "#lib/schemas/shares/shared-records";

export const handler = endpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view/records",
    summary: "List the records of a shared view",
    description:
      "Where the share has `includeRecords`. Filters, orders, groups and searches know the fields that may be seen, within what the view shows.",
    public: true,
    share: shares.openRecords,
    params: InShare,
    query: SharedRecordsQuery,
    response: ok(SharedRecordPage),
  },
  async ({ share, query, now, sourceIp }) => {
    const { limitReads, listShared } = await import("#lib/data/shares/shared-records");
    await limitReads(share, sourceIp);
    return listShared(share, query, now);
  },
);
