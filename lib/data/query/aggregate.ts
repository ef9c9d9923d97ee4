/*
 * Counts and statistics over the records that match a query. The whole table is read, unless an index has the counts or names the records;
 * no record is kept in memory.
 */

import type { Caller } from "#lib/data/identity/caller";
import { countRecords } from "#lib/data/records/count-records";
import type { Prepared } from "#lib/data/records/reading/open-reading";
import type { RecordItem } from "#lib/data/records/records";
import { scan } from "#lib/data/records/scan";
import type { Schema } from "#lib/data/schema/table-schema";
import type { StatisticFunction } from "#lib/engine/field-types/shared/statistics";
import type { Field } from "#lib/engine/fields/field";
import { typeOf } from "#lib/engine/fields/field";
import { findNamedTwice, makeFieldKeys } from "#lib/engine/fields/field-keys";
import { looksUpLate } from "#lib/engine/fields/formula-kinds";
import { statisticFault } from "#lib/engine/query/check-orders";
import { makeGrouper } from "#lib/engine/query/grouping";
import { resolveQuery } from "#lib/engine/query/resolve-query";
import { makeStatistic } from "#lib/engine/query/statistic";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type {
  AggregationQuery,
  Aggregations,
  GroupPointsQuery,
  NamedStatistic,
} from "#lib/schemas/tables/aggregation";
import type { RecordCountQuery, RecordPage } from "#lib/schemas/tables/list-query";
import { chooseNote } from "./choose-note.ts";
import type { LookedUp } from "./indexed/looked-up.ts";
import { lookUpRecords } from "./look-up.ts";
import { planList } from "./plan-list.ts";
import type { QueryPlan } from "./query-plan.ts";
import { readSelectedRecords } from "./read-sorted.ts";

/**
 * Calls `visit` with each matching record, in no particular order. Records have only the cells of `plan.read`. `hearLast` is called with
 * the highest number of the table. `members` are further members of records that `visit` reads.
 */
export async function visitMatching(
  plan: QueryPlan,
  visit: (record: Prepared<RecordItem>) => void,
  hearLast?: (last: number) => void,
  members?: readonly string[],
): Promise<void> {
  let matched = 0;
  const visitMatches = async (records: RecordItem[]) => {
    for (const record of await plan.prepare(records)) {
      if (plan.matches(record)) {
        matched++;
        visit(record);
      }
      const turn = plan.turn();
      if (turn !== undefined) await turn;
    }
  };
  const found = plan.selected ? undefined : await lookUpRecords(plan);
  const ids = plan.selected ?? found?.ids;
  if (found?.records) await visitMatches(found.records);
  else if (ids) await readSelectedRecords(plan.reader.tableId, ids, visitMatches);
  else {
    await scan(plan.reader, plan.read, visitMatches, hearLast, members);
    if (plan.look.filters.length > 0) chooseNote(plan)?.sought({ matched });
  }
}

const countsByIndex = () => import("./indexed/counts-by-index.ts");

/** How many records match. Without a filter the store counts them, and no record is sent. */
export async function countMatching(
  schema: Schema,
  query: RecordCountQuery,
  caller: Caller,
  early?: LookedUp,
): Promise<number> {
  const plan = { ...(await planList(schema, query, caller)), early };
  if (schema.indexes.length > 0) {
    const counted = await (await countsByIndex()).countByIndex(plan);
    if (counted !== undefined) return counted;
  }
  if (plan.matchesAll) return countRecords(plan.reader);
  let count = 0;
  await visitMatching(plan, () => count++);
  return count;
}

/** The groups of the matching records with their counts, in order; null if the query does not group. */
export async function groupPoints(
  schema: Schema,
  query: GroupPointsQuery,
  caller: Caller,
): Promise<NonNullable<NonNullable<RecordPage["extra"]>["groupPoints"]> | null> {
  const plan = await planList(schema, query, caller);
  if (plan.look.groups.length === 0) return null;
  const collapsed = new Set(query.collapsedGroupIds);
  if (schema.indexes.length > 0) {
    const { findGrouped, groupsByIndex } = await countsByIndex();
    const counted = await groupsByIndex(plan, findGrouped(plan), collapsed);
    if (counted) return counted.groupPoints;
  }
  const groups = makeGrouper(plan.look.groups, plan.context);
  await visitMatching(plan, (record) => groups.add(plan.asOrdered(record)));
  return groups.points(collapsed).groupPoints;
}

interface FieldStatistic {
  field: Field;
  name: StatisticFunction;
}

/** The statistics that the query names, or those of the view's columns; also by group if the query groups. Throws 400 for unknown ones. */
export async function aggregate(
  schema: Schema,
  query: AggregationQuery,
  caller: Caller,
): Promise<Aggregations> {
  const asked = resolveQuery(schema, query);
  const statistics = query.field ? readStatistics(asked, query, query.field) : viewStatistics(asked);
  const plan = await planList(
    schema,
    query,
    caller,
    statistics.map(({ field }) => field),
  );
  const { look, context } = plan;
  const groups = look.groups.length > 0 ? makeGrouper(look.groups, context) : undefined;
  const all = statistics.map(({ field, name }) => makeStatistic(name, field, context));
  const byGroup = new Map<string, typeof all>();
  const ofGroup = (id: string) => {
    const known = byGroup.get(id);
    if (known) return known;
    if (byGroup.size >= limits.groupPoints) throw tooManyGroups();
    const made = statistics.map(({ field, name }) => makeStatistic(name, field, context));
    byGroup.set(id, made);
    return made;
  };
  const add = (found: Prepared<RecordItem>) => {
    const record = plan.asOrdered(found);
    for (const each of all) each.add(record);
    for (const id of groups?.groupIdsOf(record) ?? []) for (const each of ofGroup(id)) each.add(record);
  };
  await visitMatching(plan, add);
  return {
    aggregations: statistics.map(({ field, name }, i) => ({
      fieldId: field.id,
      statisticFunc: name,
      ...valuesOf(name, all[i], groups && [...byGroup].map(([id, each]) => [id, each[i]])),
    })),
  };
}

type Statistic = ReturnType<typeof makeStatistic>;

/** The value for all records and, if the query groups, for each group, in both forms that clients read. */
function valuesOf(
  name: StatisticFunction,
  ofAll: Statistic | undefined,
  byGroup: [id: string, statistic: Statistic | undefined][] | undefined,
) {
  const value = ofAll?.value() ?? null;
  const total = { value, aggFunc: name };
  if (!byGroup) return { value, total };
  const groups = byGroup.map(([groupId, each]) => ({ groupId, value: each?.value() ?? null }));
  const group = groups.map(({ groupId, value }) => [groupId, { value, aggFunc: name }] as const);
  return { value, total, groups, group: Object.fromEntries(group) };
}

/** The statistics that a request names. Throws 400 with every error. */
function readStatistics(
  { open }: QueryPlan["look"],
  { fieldKeyType }: AggregationQuery,
  sent: NamedStatistic[],
): FieldStatistic[] {
  const keys = makeFieldKeys(open, fieldKeyType);
  const issues: Issue[] = [];
  const say = (at: PropertyKey[], message: string) =>
    issues.push({ path: pathOf(["field", ...at]), message });
  const statistics = sent.flatMap(({ key, name, at }) => {
    const field = keys.get(key);
    const message = field && statisticFault(field, name);
    if (field && message === undefined) return { field, name: name as StatisticFunction };
    if (message) say(at, message);
    return [];
  });
  const byKey = new Map(sent.map((each) => [each.key, each.fieldAt]));
  for (const [key, fieldAt] of byKey) if (!keys.get(key)) say(fieldAt, keys.explain(key));
  for (const { key, message } of findNamedTwice(keys, [...byKey.keys()])) say(byKey.get(key) ?? [], message);
  if (issues.length > 0) throw invalid(issues);
  return statistics;
}

/** The statistics of a view's columns. Without functions that the field no longer supports, and without lookups that change with the time. */
const viewStatistics = ({ view, open }: QueryPlan["look"]): FieldStatistic[] =>
  open.flatMap((field) => {
    const chosen = looksUpLate(field) ? undefined : view?.columnMeta[field.id]?.statisticFunc;
    const name = typeOf(field)
      .statistics(field.options)
      .find((each) => each === chosen);
    return name ? [{ field, name }] : [];
  });

export const tooManyGroups = () =>
  invalid([
    {
      path: "groupBy",
      message: `gives more than ${limits.groupPoints} groups; group by another field or filter`,
    },
  ]);
