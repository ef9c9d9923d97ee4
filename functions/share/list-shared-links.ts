import { listSharedLinks } from "#lib/data/shares/shared-links";
import * as shares from "#lib/data/shares/shares";
import { ok, shareEndpoint } from "#lib/http/endpoint";
import { RecordTitles } from "#lib/schemas/records/record-titles";
import { InShare } from "#lib/schemas/shares/share";
import { SharedLinksQuery } from "#lib/schemas/shares/shared-people";

export const handler = shareEndpoint(
  {
    method: "GET",
    path: "/share/{shareId}/view/link-records",
    summary: "List the records of a link field of a shared view",
    description:
      "Records by id and title: in a form those that visitors may choose, else those in the cells that the view shows. A field that the share does not show is a 403.",
    share: shares.openShare,
    params: InShare,
    query: SharedLinksQuery,
    response: ok(RecordTitles),
  },
  ({ share, query, now }) => listSharedLinks(share, query, now),
);
