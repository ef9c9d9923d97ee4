import * as shares from "#lib/data/shares/shares";
import { ok, shareEndpoint } from "#lib/http/endpoint";
import { InShare } from "#lib/schemas/shares/share";
import { SharedSearchIndexQuery } from "#lib/schemas/shares/shared-records";
import { SearchHits } from "#lib/schemas/tables/aggregation";

export const handler = shareEndpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view/search-index",
    summary: "List the cells of a shared view that match a search",
    description:
      "Each with the position of its record in the list, from 1. Searches visible fields only. The header `x-next-cursor` has the cursor of the next page. Requires `includeRecords` in `shareMeta`.",
    share: shares.openRecords,
    params: InShare,
    query: SharedSearchIndexQuery,
    response: ok(SearchHits),
    paged: true,
  },
  async ({ share, query, now, sourceIp, setNextCursor }) => {
    const { limitReads } = await import("#lib/data/shares/shared-records");
    const { listSharedHits } = await import("#lib/data/shares/shared-search");
    await limitReads(share, sourceIp);
    const { hits, nextCursor } = await listSharedHits(share, query, now);
    setNextCursor(nextCursor);
    return hits;
  },
);
