import { findView } from "#lib/data/schema/change-view";
import { changeShareMeta } from "#lib/data/shares/share-view";
import { done, endpoint } from "#lib/http/endpoint";
import { ShareMeta } from "#lib/schemas/tables/view";
import { InView } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/share-meta",
    summary: "Set what a shared view allows",
    description:
      "Replaces the previous `shareMeta`. Without `password` the password is removed; `********` keeps it.",
    scope: "view|share",
    params: InView,
    body: ShareMeta,
    response: done,
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, body, caller }) => changeShareMeta(loaded, body, caller),
);
