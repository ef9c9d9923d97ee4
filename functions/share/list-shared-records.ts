import { listShared } from "#lib/data/shared-records";
import * as shares from "#lib/data/shares";
import { endpoint, ok } from "#lib/http/endpoint";
import { InShare, SharedRecordPage, SharedRecordsQuery } from "#lib/schemas/share";

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
  ({ share, query, now }) => listShared(share, query, now),
);
