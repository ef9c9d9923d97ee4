/*
 * Counts that an index keeps, in place of counting records: the sums with the open notes. 3 round trips, whatever the size of the table.
 * Undefined without such an index, or while it cannot say: then the records are counted.
 */

import type { Counted } from "#lib/data/indexes/count-items";
import { combineFilters, isSameFilter } from "#lib/data/indexes/index-definition";
import { type LiveIndex, liveIndexes } from "#lib/data/indexes/live-indexes";
import { readCounts } from "#lib/data/indexes/read-counts";
import { type Group, type GroupPoints, groupPoints } from "#lib/engine/query/group-points";
import type { QueryPlan } from "./query-plan.ts";

/** How many records match; undefined if no index says it. */
export async function countByIndex(plan: QueryPlan): Promise<number | undefined> {
  const index = findCounted(plan, () => true);
  const groups = index && (await readCounts(plan.schema.table.id, index));
  return groups?.reduce((sum, { count }) => sum + count, 0);
}

/** The index that counts the groups of the query. */
export const findGrouped = (plan: QueryPlan): LiveIndex | undefined =>
  findCounted(
    plan,
    ({ groups, orders }) =>
      groups === plan.look.groups.length &&
      plan.look.groups.every(
        ({ field, order }, i) => orders[i]?.fieldId === field.id && orders[i]?.order === order,
      ),
  );

/** The groups of the query with their counts, by the index that `findGrouped` gave; undefined if it cannot say. */
export async function groupsByIndex(
  plan: QueryPlan,
  index: LiveIndex | undefined,
  collapsed: ReadonlySet<string>,
): Promise<GroupPoints | undefined> {
  const groups = index && (await readCounts(plan.schema.table.id, index));
  if (!groups) return undefined;
  const wanted = plan.look.groups;
  const inOrder = groups.sort((a, b) =>
    a.key < b.key || (a.key === b.key && pathOf(a) < pathOf(b)) ? -1 : 1,
  );
  return groupPoints(
    inOrder.map((group) => ({ ...group, cells: cellsOf(group) })),
    wanted.map(({ field }) => field),
    collapsed,
    plan.context,
  );
}

const pathOf = ({ identities }: Counted): string => identities.join("\0");

const cellsOf = ({ cells }: Counted): Group["cells"] =>
  (cells as (Group["cells"][number] | null)[]).map((cell) => cell ?? undefined);

/** An index that counts exactly the records of the query. */
function findCounted(
  { schema, look, selected, ofCell, matchesAll }: QueryPlan,
  isUsed: (item: LiveIndex["item"]) => boolean,
): LiveIndex | undefined {
  if (selected || ofCell || look.search?.hideNotMatch) return undefined;
  const filter = matchesAll ? undefined : combineFilters(look.filters);
  if (!matchesAll && !filter) return undefined;
  return liveIndexes(schema).find(
    ({ item }) =>
      item.state === "ready" &&
      item.groups !== undefined &&
      isSameFilter(item.filter, filter) &&
      isUsed(item),
  );
}
