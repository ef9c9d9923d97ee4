import { aggregateShared } from "#lib/data/shared-records";
import * as shares from "#lib/data/shares";
import { endpoint, ok } from "#lib/http/endpoint";
import { Aggregations } from "#lib/schemas/aggregation";
import { InShare, SharedAggregationQuery } from "#lib/schemas/share";

export const handler = endpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view/aggregations",
    summary: "Compute statistics of the records of a shared view",
    public: true,
    share: shares.openRecords,
    params: InShare,
    query: SharedAggregationQuery,
    response: ok(Aggregations),
  },
  ({ share, query, now }) => aggregateShared(share, query, now),
);
