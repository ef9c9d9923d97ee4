import * as shares from "#lib/data/shares";
import { showShare } from "#lib/data/show-share";
import { endpoint, ok } from "#lib/http/endpoint";
import { InShare } from "#lib/schemas/share";
import { SharedView } from "#lib/schemas/shared-view";

export const handler = endpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view",
    summary: "Get a shared view",
    public: true,
    share: shares.open,
    params: InShare,
    response: ok(SharedView),
  },
  ({ share }) => showShare(share),
);
