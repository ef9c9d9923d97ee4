import { findView } from "#lib/data/schema/change-view";
import { endpoint, ok } from "#lib/http/endpoint";
import { RowsSort, SortedRows } from "#lib/schemas/tables/rows-sort";
import { InView } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/manual-sort",
    summary: "Sort the rows of a view once, after which they stay where they are put",
    description:
      "The rows that there are get a place in this order, and `sort` says so with `manualSort`: new ones come last, and others go where they are put. A table that was given more than 500 numbers is sorted by a job, whose id is answered; until it is done the rows are on their way. The last order that was asked for counts: the job of one before fails and says so.",
    scope: "view|update",
    params: InView,
    body: RowsSort,
    response: ok(SortedRows),
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  async ({ loaded, body, caller }) =>
    (await import("#lib/data/rows/sort-rows")).sortRows(loaded, body, caller),
);
