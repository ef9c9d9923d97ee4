/*
 * Finds the records that a call writes by a filter. Which ones is decided once, before anything is written: what the call itself changes does
 * not add records, or take some away.
 */

import type { Caller } from "#lib/data/identity/caller";
import { visitMatching } from "#lib/data/query/aggregate";
import { planList } from "#lib/data/query/plan-list";
import type { QueryInput, QueryPlan } from "#lib/data/query/query-plan";
import { findMany, type RecordItem } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { readItem } from "#lib/engine/query/filtering";
import type { ResolvedQuery } from "#lib/engine/query/resolve-query";
import { AppError, type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import { type Filter, isFilterGroup } from "#lib/schemas/tables/filter";
import type { RecordsToDelete } from "#lib/schemas/tables/records-where";

export interface FoundRecord {
  id: RecordItem["id"];
  lastModifiedTime?: string | undefined;
}
export interface FoundRecords {
  plan: QueryPlan;
  /** Oldest first. */
  records: FoundRecord[];
}

/** The records that the request means. Throws 400 for an invalid filter, 412 if there are more of them than the caller expects. */
export async function findMatching(
  schema: Schema,
  { expect, ...asked }: RecordsToDelete,
  caller: Caller,
): Promise<FoundRecords> {
  const plan = await planMatching(schema, asked, caller);
  const records: FoundRecord[] = [];
  const visit = ({ id, lastModifiedTime }: RecordItem) => records.push({ id, lastModifiedTime });
  await visitMatching(plan, visit, undefined, ["lastModifiedTime"]);
  if (expect && records.length > expect.max) throw tooManyMatched(records.length, expect.max);
  return { plan, records: records.sort((one, other) => (one.id < other.id ? -1 : 1)) };
}

const tooManyMatched = (matched: number, max: number) =>
  new AppError(
    "too_many_matched",
    `The filter finds ${matched} records, and expect.max allows ${max}; nothing was written. Make the filter narrower, or send a higher expect.max`,
    { data: { matched, max } },
  );

/** Compiles the filter of a request. */
export async function planMatching(
  schema: Schema,
  {
    fieldKeyType = "name",
    ...asked
  }: Omit<QueryInput, "fieldKeyType"> & Pick<RecordsToDelete, "fieldKeyType">,
  caller: Caller,
): Promise<QueryPlan> {
  const plan = await planList(schema, { ...asked, fieldKeyType }, caller);
  const own = plan.look.filters.at(-1);
  const ignored = asked.filter && own ? findIgnored(asked.filter, own.fieldOf, plan.context, ["filter"]) : [];
  if (ignored.length > 0) throw invalid(ignored);
  return plan;
}

/** A list leaves out an item without a value. Here more records would be written than the caller wants, so it is refused. */
const findIgnored = (
  { filterSet }: Filter,
  fieldOf: ResolvedQuery["filters"][number]["fieldOf"],
  context: CellContext,
  at: PropertyKey[],
): Issue[] =>
  filterSet.flatMap((entry, i) => {
    const path = [...at, "filterSet", i];
    if (isFilterGroup(entry)) {
      if (entry.filterSet.length > 0) return findIgnored(entry, fieldOf, context, path);
      return {
        path: pathOf([...path, "filterSet"]),
        message: "must have a condition: records are written by it",
      };
    }
    const field = fieldOf(entry.fieldId);
    const { operator, value } = field ? readItem(entry, field, context) : {};
    if (value !== null || operator === "isEmpty" || operator === "isNotEmpty") return [];
    const message = "must not be null: records are written by this filter; for empty cells, use isEmpty";
    return { path: pathOf([...path, "value"]), message };
  });

/** Those of the records found that are there and match now. */
export async function readMatching(plan: QueryPlan, found: FoundRecord[]): Promise<RecordItem[]> {
  const there = await findMany(
    plan.reader.tableId,
    found.map(({ id }) => id),
  );
  return keepMatching(
    plan,
    there.filter((record) => record !== undefined),
  );
}

/** Those of the records that match. */
export async function keepMatching(
  { prepare, matches, turn }: QueryPlan,
  records: RecordItem[],
): Promise<RecordItem[]> {
  const matching: RecordItem[] = [];
  for (const record of await prepare(records)) {
    if (matches(record)) matching.push(record);
    await turn();
  }
  return matching;
}
