import { saveQuery } from "#lib/data/query/saved-queries";
import { created, endpoint } from "#lib/http/endpoint";
import { QueryToSave, SavedQuery } from "#lib/schemas/records/saved-query";

export const handler = endpoint(
  {
    method: "POST",
    path: "/query-params",
    summary: "Save a query for lists",
    description:
      "For queries that are too long for a URL, which is at most 10 KB on AWS. A list with this `queryId` takes the saved parameters that it does not send itself. Kept for 24 hours, for the user who saved it; at most 300 KB.",
    scope: "record|read",
    whileStopped: true,
    body: QueryToSave,
    response: created(SavedQuery),
    idempotent: true,
  },
  ({ body, caller }) => saveQuery(body, caller),
);
