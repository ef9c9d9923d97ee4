import { listSharedLinks } from "#lib/data/shares/shared-links";
import * as shares from "#lib/data/shares/shares";
import { ok, shareEndpoint } from "#lib/http/endpoint";
import { InShare } from "#lib/schemas/shares/share";
import { SharedLinks, SharedLinksQuery } from "#lib/schemas/shares/shared-people";

export const handler = shareEndpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view/link-records",
    summary: "List the records of a link field of a shared view",
    description:
      "In forms the records that the field offers, with their ids, to visitors who may submit the form; else what the records of the view link, by title. A field that the share does not show is a 403.",
    optionalSession: true,
    share: shares.openShare,
    params: InShare,
    query: SharedLinksQuery,
    response: ok(SharedLinks),
  },
  ({ share, query, session, now }) => listSharedLinks(share, query, { userId: session?.user.id, now }),
);
