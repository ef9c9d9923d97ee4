/*
 * Reads counts from an index instead of counting records: the sums and the notes that are not added yet. 3 round trips, whatever the size
 * of the table. Undefined without such an index, or while its counts cannot be read: then the records are counted.
 */

import type { Counted } from "#lib/data/indexes/counts/count-items";
import { readCounts } from "#lib/data/indexes/counts/read-counts";
import { combineFilters, isSameFilter } from "#lib/data/indexes/index-definition";
import { type LiveIndex, liveIndexes } from "#lib/data/indexes/live-indexes";
import { peopleById } from "#lib/data/records/people";
import type { People } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsPeople, typeOf } from "#lib/engine/fields/field";
import { type Group, type GroupPoints, groupPoints } from "#lib/engine/query/group-points";
import { beginUnits, tellPlan } from "#lib/store/meter";
import type { QueryPlan } from "../query-plan.ts";
import { isInDoubt } from "./displaced-records.ts";

/** How many records match; undefined if no index has this count. */
export async function countByIndex(plan: QueryPlan): Promise<number | undefined> {
  const index = findCounted(plan, () => true);
  const groups = index && (await readAllCounts(plan, index));
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

/** The groups of the query with their counts, from the index that `findGrouped` gave; undefined if it cannot be read. */
export async function groupsByIndex(
  plan: QueryPlan,
  index: LiveIndex | undefined,
  collapsed: ReadonlySet<string>,
): Promise<GroupPoints | undefined> {
  const groups = index && (await readAllCounts(plan, index));
  if (!groups) return undefined;
  const wanted = plan.look.groups.map(({ field }) => field);
  const people = wanted.some(holdsPeople) ? await peopleIn(groups, wanted) : plan.context.people;
  const inOrder = mergeRenamed(groups).sort((a, b) =>
    a.key < b.key || (a.key === b.key && pathOf(a) < pathOf(b)) ? -1 : 1,
  );
  return groupPoints(
    inOrder.map((group) => ({ ...group, cells: cellsOf(group) })),
    wanted,
    collapsed,
    { ...plan.context, people },
  );
}

/** The people in these groups: no record was read from which they would be known. */
async function peopleIn(groups: Counted[], fields: Field[]): Promise<People> {
  const holding = fields.map((field) => typeOf(field).peopleIn);
  const ids = groups.flatMap((group) =>
    cellsOf(group).flatMap((cell, i) => holding[i]?.(cell ?? null) ?? []),
  );
  return peopleById([...new Set(ids)]);
}

/** Undefined while the counts cannot be read. */
async function readAllCounts({ schema }: QueryPlan, index: LiveIndex): Promise<Counted[] | undefined> {
  beginUnits();
  tellPlan(`index=${index.item.id}; entries=0`);
  // before the counts are read: a record that stops waiting in between is counted there
  return (await isInDoubt(schema, index)) ? undefined : readCounts(schema.table.id, index);
}

/**
 * Merges groups that are the same under a new and a former key: while new titles and names are written to records, some still have the
 * former key.
 */
function mergeRenamed(groups: Counted[]): Counted[] {
  const byPath = new Map<string, Counted>();
  for (const group of groups) {
    const path = pathOf(group);
    const other = byPath.get(path);
    const most = other && other.count > group.count ? other : group;
    byPath.set(path, { ...most, count: group.count + (other?.count ?? 0) });
  }
  return [...byPath.values()];
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
    ({ item, stale }) =>
      item.state === "ready" &&
      stale?.length === 0 &&
      item.groups !== undefined &&
      isSameFilter(item.filter, filter) &&
      isUsed(item),
  );
}
