import * as z from "zod";
import { countShared } from "#lib/data/shared-records";
import * as shares from "#lib/data/shares";
import { endpoint, ok } from "#lib/http/endpoint";
import { InShare, SharedCountQuery } from "#lib/schemas/share";

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
  async ({ share, query, now }) => ({ rowCount: await countShared(share, query, now) }),
);
