/* Numbers about the records that a look at a table finds: all of it is read, and no record kept. */

import type { Caller } from "#lib/data/identity/caller";
import { countAll } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { scan } from "#lib/data/records/scan";
import type { Schema } from "#lib/data/schema/table-schema";
import { fieldsByKey } from "#lib/engine/cells/cells";
import type { StatisticFunction } from "#lib/engine/field-types/shared/statistics";
import type { Field } from "#lib/engine/fields/field";
import { typeOf } from "#lib/engine/fields/field";
import { statisticFault } from "#lib/engine/query/check-orders";
import { makeGrouper } from "#lib/engine/query/grouping";
import { makeStatistic } from "#lib/engine/query/statistic";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { AggregationQuery, Aggregations, GroupPointsQuery } from "#lib/schemas/tables/aggregation";
import type { RecordCountQuery, RecordPage } from "#lib/schemas/tables/query-plan";
import { matchesEveryRecord, planQuery, type QueryPlan } from "./query-plan.ts";
import { readSelectedRecords } from "./read-sorted.ts";

/** Shows each record that matches, of those selected where some are; with its cells of these fields and of those looked at. */
export async function visitMatching(
  seen: QueryPlan,
  selected: RecordId[] | undefined,
  visit: (record: RecordItem) => void,
  fields: Field[] = [],
): Promise<void> {
  const look = async (records: RecordItem[]) => {
    await seen.meet(records);
    for (const record of records) if (seen.matches(record)) visit(record);
  };
  const tableId = seen.schema.table.id;
  if (selected) await readSelectedRecords(tableId, selected, look);
  else await scan(tableId, [...seen.read, ...fields], look);
}

export async function countMatching(
  schema: Schema,
  query: RecordCountQuery,
  caller: Caller,
): Promise<number> {
  const seen = planQuery(schema, query, caller);
  if (matchesEveryRecord(seen.look) && !query.selectedRecordIds) return countAll(schema.table.id);
  let count = 0;
  await visitMatching(seen, query.selectedRecordIds, () => count++);
  return count;
}

export async function groupPoints(
  schema: Schema,
  query: GroupPointsQuery,
  caller: Caller,
): Promise<NonNullable<NonNullable<RecordPage["extra"]>["groupPoints"]>> {
  const seen = planQuery(schema, query, caller);
  const groups = makeGrouper(seen.look.groups, seen.context);
  await visitMatching(seen, query.selectedRecordIds, groups.add);
  return groups.points(new Set(query.collapsedGroupIds)).groupPoints;
}

interface Wanted {
  field: Field;
  name: StatisticFunction;
}

export async function aggregate(
  schema: Schema,
  query: AggregationQuery,
  caller: Caller,
): Promise<Aggregations> {
  const seen = planQuery(schema, query, caller);
  const { look, context } = seen;
  const wanted = query.field ? asked(look, query, query.field) : shownIn(look);
  const groups = look.groups.length > 0 ? makeGrouper(look.groups, context) : undefined;
  const all = wanted.map(({ field, name }) => makeStatistic(name, field, context));
  const byGroup = new Map<string, typeof all>();
  const ofGroup = (id: string) => {
    const known = byGroup.get(id);
    if (known) return known;
    if (byGroup.size >= limits.groupPoints) throw tooManyGroups();
    const made = wanted.map(({ field, name }) => makeStatistic(name, field, context));
    byGroup.set(id, made);
    return made;
  };
  const add = (record: RecordItem) => {
    for (const each of all) each.add(record);
    for (const id of groups?.groupIdsOf(record) ?? []) for (const each of ofGroup(id)) each.add(record);
  };
  const fields = wanted.map(({ field }) => field);
  await visitMatching(seen, query.selectedRecordIds, add, fields);
  return {
    aggregations: wanted.map(({ field, name }, i) => ({
      fieldId: field.id,
      statisticFunc: name,
      value: all[i]?.value() ?? null,
      ...(groups && {
        groups: [...byGroup].map(([groupId, each]) => ({ groupId, value: each[i]?.value() ?? null })),
      }),
    })),
  };
}

function asked(
  { open }: QueryPlan["look"],
  { fieldKeyType }: AggregationQuery,
  sent: Record<string, string[]>,
): Wanted[] {
  const named = fieldsByKey(open, fieldKeyType);
  const issues: Issue[] = [];
  const wanted = Object.entries(sent).flatMap(([key, names]) => {
    const field = named.get(key);
    if (!field) {
      issues.push({ path: pathOf(["field", key]), message: "is no field of this table" });
      return [];
    }
    return names.flatMap((name, i) => {
      const message = statisticFault(field, name);
      if (message === undefined) return { field, name: name as StatisticFunction };
      issues.push({ path: pathOf(["field", key, i]), message });
      return [];
    });
  });
  if (issues.length > 0) throw invalid(issues);
  return wanted;
}

/** What the columns of a view say; a function that the field does not know any more is left out. */
const shownIn = ({ view, open }: QueryPlan["look"]): Wanted[] =>
  open.flatMap((field) => {
    const sent = view?.columnMeta[field.id]?.statisticFunc;
    const name = typeOf(field)
      .statistics(field.options)
      .find((each) => each === sent);
    return name ? [{ field, name }] : [];
  });

const tooManyGroups = () =>
  invalid([
    {
      path: "groupBy",
      message: `makes more than ${limits.groupPoints} groups: group by another field, or filter`,
    },
  ]);
