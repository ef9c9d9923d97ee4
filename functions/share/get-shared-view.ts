import * as shares from "#lib/data/shares/shares";
import { showShare } from "#lib/data/shares/show-share";
import { endpoint, ok } from "#lib/http/endpoint";
import { InShare } from "#lib/schemas/shares/share";
import { SharedView } from "#lib/schemas/shares/shared-view";

export const handler = endpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view",
    summary: "Get a shared view",
    public: true,
    share: shares.openShare,
    params: InShare,
    response: ok(SharedView),
  },
  ({ share }) => showShare(share),
);
