import * as z from "zod";
import { listPlain } from "#lib/data/query/list-plain";
import { readEarly, readPlain } from "#lib/data/query/read-plain";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { RecordListBody, RecordPage } from "#lib/schemas/tables/list-query";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/list",
    summary: "List records, with the query as a body",
    description:
      "Use it for filters and lists of ids that are too long for a URL, which is at most 10 KB on AWS.",
    scope: "record|read",
    whileStopped: true,
    params: z.object({ tableId: TableId }),
    body: RecordListBody,
    response: ok(RecordPage),
  },
  async ({ table, body, caller }) => {
    const [early, plain] = await Promise.all([readEarly(table, body), readPlain(table.id, body)]);
    return listPlain(early, body, caller, plain);
  },
);
