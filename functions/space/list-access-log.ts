import * as z from "zod";
import { listLog } from "#lib/data/spaces/access-log/list-log";
import { endpoint, okOrFile } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { AccessLogPage, AccessLogQuery } from "#lib/schemas/identity/access-log";

export const handler = endpoint(
  {
    method: "GET",
    path: "/space/{spaceId}/access-log",
    summary: "List who changed access to a space",
    description:
      "For owners. Each change of access to the space or one of its bases has an entry, written together with the change: members and invitations, invitation links, shares of views, webhooks, tokens and applications that reach the space, and the space and its bases as a whole. A token or application that names no places has an entry in each space of its person, at most 100. Entries are kept for a year, also while the space is in the trash, and go with it. A base that is moved leaves its entries where it was. With `format=csv` or `format=jsonl` it redirects to a file with all entries that match, for 10 minutes; cells that a spreadsheet program would calculate have a ' before them. 413 if the file takes longer than 22 s.",
    scope: "space|log_read",
    params: z.object({ spaceId: SpaceId }),
    query: AccessLogQuery,
    response: okOrFile(AccessLogPage),
    mayBeTooLarge: true,
  },
  async ({ space, query, caller }) => {
    const { format } = query;
    if (format === "json") return listLog(space.id, query, caller.now);
    // loaded late: most calls list
    const { exportAccessLog } = await import("#lib/data/csv/export-access-log");
    return { location: await exportAccessLog(space, { ...query, format }, caller) };
  },
);
