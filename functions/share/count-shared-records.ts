import * as z from "zod";
import * as shares from "#lib/data/shares/shares";
import { endpoint, ok } from "#lib/http/endpoint";
import { InShare } from "#lib/schemas/shares/share";
import { SharedCountQuery } from "#lib/schemas/shares/shared-records";

export const handler = endpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view/row-count",
    summary: "Count the records of a shared view",
    public: true,
    share: shares.openRecords,
    params: InShare,
    query: SharedCountQuery,
    response: ok(z.object({ rowCount: z.int() })),
  },
  async ({ share, query, now, sourceIp }) => {
    const { countShared, limitReads } = await import("#lib/data/shares/shared-records");
    await limitReads(share, sourceIp);
    return { rowCount: await countShared(share, query, now) };
  },
);
