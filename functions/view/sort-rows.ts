import { findView } from "#lib/data/schema/change-view";
import { sealWithReason } from "#lib/data/write/keep-operation";
import { endpoint, ok } from "#lib/http/endpoint";
import { RowsSort, SortedRows } from "#lib/schemas/tables/rows-sort";
import { InView } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/manual-sort",
    summary: "Sort the rows of a view once",
    description:
      "Puts the existing rows in this order and sets `sort` with `manualSort`. Afterwards new rows come last, and each row stays where it is placed. If the table has assigned more than 500 record numbers, a job sorts the rows and the response contains its id; the order is incomplete until the job is done. The latest request counts: the job of an earlier one fails and says so.",
    scope: "view|update",
    params: InView,
    body: RowsSort,
    response: ok(SortedRows),
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  async ({ loaded, body, caller }) =>
    (await import("#lib/data/rows/sort-rows")).sortRows(
      loaded,
      body,
      caller,
      sealWithReason(caller, "sorting the rows once is not undone"),
    ),
);
