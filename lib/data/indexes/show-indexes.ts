/* The indexes of a table as answers show them: a Query of at most 1,000 small items, and a BatchGet of an item for each index. */

import type { IndexItem, Schema } from "#lib/data/schema/table-schema";
import { type Filter, isFilterGroup } from "#lib/schemas/tables/filter";
import type { IndexInfo } from "#lib/schemas/tables/index-info";
import { type AskedOrder, askedId, readAskedOrders } from "./asked-orders.ts";
import { readSizes } from "./index-size.ts";
import { declaredIndexes, isInOrder, viewsOf } from "./wanted-indexes.ts";

/** All indexes of a table, with their size and use up to `now` (ISO 8601 UTC). */
export async function showIndexes(schema: Schema, now: string): Promise<IndexInfo[]> {
  const { table, indexes } = schema;
  if (indexes.length === 0) return [];
  const [asked, sizes] = await Promise.all([
    readAskedOrders(table.id, now),
    readSizes(
      table.id,
      indexes.map(({ id }) => id),
    ),
  ]);
  const uses = new Map(asked.map((each) => [each.id, each]));
  return indexes.map((index) => {
    const size = sizes.get(index.id);
    const views = viewsOf(schema, index).map(({ id }) => id);
    const isDeclared = declaredIndexes(schema).some((each) => isInOrder(each, index));
    return {
      ...showDefinition(index, views.length > 0),
      ...{ isDeclared, views },
      use: showUse(uses.get(askedId(index))),
      ...(size && {
        size: { entries: size.entries, bytes: size.bytes, countedTime: size.countedTime },
      }),
    };
  });
}

const showDefinition = (
  { id, orders, filter, groups, state, jobId, createdTime }: IndexItem,
  isOfView: boolean,
) => ({
  ...{ id, orders },
  ...(filter && { filter: isOfView ? filter : withoutValues(filter) }),
  ...(groups !== undefined && { groups }),
  ...{ state, jobId, createdTime },
});

/** Filters without their values: these may not be meant for everyone who sees the list of indexes. */
const withoutValues = (filter: Filter): Filter => ({
  ...filter,
  filterSet: filter.filterSet.map((entry) =>
    isFilterGroup(entry) ? withoutValues(entry) : { ...entry, value: null },
  ),
});

const showUse = (use: AskedOrder | undefined): IndexInfo["use"] => ({
  pages: use?.used ?? 0,
  asked: use?.asked ?? 0,
  lastDay: use?.lastDay ?? null,
});
