import * as z from "zod";
import * as shares from "#lib/data/shares/shares";
import { ok, shareEndpoint } from "#lib/http/endpoint";
import { InShare } from "#lib/schemas/shares/share";
import { SharedSearchCountQuery } from "#lib/schemas/shares/shared-records";

export const handler = shareEndpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view/search-count",
    summary: "Count the cells of a shared view that match a search",
    description: "Searches visible fields only. Requires `includeRecords` in `shareMeta`.",
    share: shares.openRecords,
    params: InShare,
    query: SharedSearchCountQuery,
    response: ok(z.object({ count: z.int() })),
  },
  async ({ share, query, now, sourceIp }) => {
    const { limitReads } = await import("#lib/data/shares/shared-records");
    const { countSharedHits } = await import("#lib/data/shares/shared-search");
    await limitReads(share, sourceIp);
    return { count: await countSharedHits(share, query, now) };
  },
);
