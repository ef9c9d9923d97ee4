/* Reads the records of a list in its order, some at a time: all of them, or those at some positions of the list. */

import type { Prepared } from "#lib/data/records/reading/open-reading";
import type { RecordItem } from "#lib/data/records/records";
import { makeGrouper } from "#lib/engine/query/grouping";
import { limits } from "#lib/schemas/basics/limits";
import type { RecordListQuery } from "#lib/schemas/tables/list-query";
import type { CursorPosition } from "./cursors.ts";
import type { QueryPlan } from "./query-plan.ts";
import { readRows } from "./read-rows.ts";
import { readAllSorted } from "./read-sorted.ts";

/** Selects records by their position in the list, among the first `length`. It is called for each position in order. */
interface Places {
  length: number;
  isPicked: (index: number) => boolean;
}

const everywhere: Places = { length: Number.POSITIVE_INFINITY, isPicked: () => true };

type Listed = Partial<Pick<RecordListQuery, "collapsedGroupIds">>;

/** The records of the list, without those of collapsed groups. Memory holds only some of them at a time. */
export async function* readAll(
  plan: QueryPlan,
  { collapsedGroupIds = [] }: Listed = {},
  places?: Places,
): AsyncGenerator<RecordItem[]> {
  const { look, context, selected } = plan;
  if (look.orders.length === 0 && !selected) return yield* readAllRows(plan, places);
  const collapsed = new Set(collapsedGroupIds);
  const groups = collapsed.size > 0 ? makeGrouper(look.groups, context) : undefined;
  const isShown =
    groups &&
    ((record: Prepared<RecordItem>) =>
      !groups.groupIdsOf(plan.asOrdered(record)).some((id) => collapsed.has(id)));
  return yield* readAllSorted(plan, { ids: selected, isShown, ...(places ?? everywhere) });
}

async function* readAllRows(plan: QueryPlan, places: Places | undefined): AsyncGenerator<RecordItem[]> {
  const { look, schema } = plan;
  const filtering = plan.matchesAll ? undefined : plan;
  let index = 0;
  for (let after: CursorPosition | undefined; ; ) {
    const take = Math.min(limits.recordsPerPage, places ? places.length - index : limits.recordsPerPage);
    if (take === 0) return undefined;
    const paging = { after, skip: 0, take };
    const rows = { tableId: schema.table.id, view: look.view };
    const { records, next } = await readRows(rows, paging, filtering);
    yield places ? records.filter(() => places.isPicked(index++)) : records;
    if (next === null) return undefined;
    after = next;
  }
}
