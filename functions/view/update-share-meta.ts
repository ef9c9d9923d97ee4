import { findView } from "#lib/data/schema/change-view";
import { changeShareMeta } from "#lib/data/shares/share-view";
import { done, endpoint } from "#lib/http/endpoint";
import { ShareMeta } from "#lib/schemas/tables/view";
import { InView } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/share-meta",
    summary: "Say what the share of a view may do",
    description:
      "It takes the place of what was said before. A password that is left out is taken away; ******** leaves it.",
    scope: "view|share",
    params: InView,
    body: ShareMeta,
    response: done,
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, body, caller }) => changeShareMeta(loaded, body, caller),
);
