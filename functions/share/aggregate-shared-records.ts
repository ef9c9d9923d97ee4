import * as shares from "#lib/data/shares/shares";
import { endpoint, ok } from "#lib/http/endpoint";
import { InShare } from "#lib/schemas/shares/share";
import { SharedAggregationQuery } from "#lib/schemas/shares/shared-records";
import { Aggregations } from "#lib/schemas/tables/aggregation";

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
  async ({ share, query, now, sourceIp }) => {
    const { aggregateShared, limitReads } = await import("#lib/data/shares/shared-records");
    await limitReads(share, sourceIp);
    return aggregateShared(share, query, now);
  },
);
