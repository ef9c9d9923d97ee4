import * as z from "zod";
import { listChanges } from "#lib/data/changes/show-changes";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { ChangesPage, ChangesQuery } from "#lib/schemas/collaboration/changes";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/changes",
    summary: "List the changes of a base",
    description:
      "Everything that changed after a cursor, for programs that keep a copy: take a cursor (without `since`), read the pages of the tables, then ask for the changes after that cursor. Every change is in the pages or in the changes; one that is in both has the version that you have already. A deletion has the version of the last change, and wins over it.",
    scope: "record|read",
    params: z.object({ baseId: BaseId }),
    query: ChangesQuery,
    response: ok(ChangesPage),
  },
  ({ params: { baseId }, query, caller }) => listChanges({ baseId, id: baseId, ...query }, caller),
);
