/* A look at a table, ready to be held against records: what matches, what hits, in which order. */

import type { Caller } from "#lib/data/identity/caller";
import { cellContext } from "#lib/data/records/people";
import { createPeopleCache } from "#lib/data/records/people-cache";
import type { Schema, ViewItem } from "#lib/data/schema/table-schema";
import type { StoredRecord } from "#lib/engine/cells/present";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { makeMatcher } from "#lib/engine/query/filtering";
import { makeOrderer, type SortKey } from "#lib/engine/query/ordering";
import { planLook, type QueryLook } from "#lib/engine/query/query-plan";
import { makeSearcher } from "#lib/engine/query/searching";
import { positionOf } from "#lib/engine/values/positions";
import { itemsOf } from "#lib/schemas/tables/filter";

/** The place of a record in an order: its keys, and what decides where they are equal. */
export type Keys = SortKey[];

export interface QueryPlan {
  schema: Schema;
  look: QueryLook<ViewItem>;
  caller: Caller;
  context: CellContext;
  /** Those whose cells are looked at, whatever is shown afterwards. */
  read: Field[];
  /** Must have met a record before the others are asked about it. */
  meet(records: StoredRecord[]): void | Promise<void>;
  matches(record: StoredRecord): boolean;
  /** The fields in which the search hits. */
  hits(record: StoredRecord): Field[];
  keysOf(record: StoredRecord): Keys;
  /** What the keys are counted by. */
  bases: readonly (readonly string[])[];
  compare(a: Keys, b: Keys): number;
}

export type QueryInput = Parameters<typeof planLook>[1];

export function planQuery(schema: Schema, asked: QueryInput, caller: Caller): QueryPlan {
  const look = planLook<ViewItem>(schema, asked);
  const { search, orders, view } = look;
  const named = [...orders.map(({ field }) => field), ...(search?.fields ?? [])];
  const people = createPeopleCache(named);
  const context = cellContext(caller, people);
  const filters = look.filters.map(({ filter, fieldOf }) => makeMatcher(filter, fieldOf, context));
  const hits = search ? makeSearcher(search, context) : () => [];
  const isHidden = search?.hideNotMatch ? (record: StoredRecord) => hits(record).length === 0 : () => false;
  const order = makeOrderer(orders, context);
  const depth = orders.length;
  return {
    schema,
    look,
    caller,
    context,
    meet: people.meet,
    hits,
    bases: order.bases,
    read: [...named, ...look.filters.flatMap(fieldsIn)],
    matches: (record) => filters.every((fits) => fits(record)) && !isHidden(record),
    keysOf: (record) => [...order.keysOf(record), view ? positionOf(record, view) : record.autoNumber],
    compare: (a, b) => order.compare(a, b) || compareTies(a[depth] ?? null, b[depth] ?? null),
  };
}

const fieldsIn = ({ filter, fieldOf }: QueryLook["filters"][number]) =>
  itemsOf(filter).flatMap(({ fieldId }) => fieldOf(fieldId) ?? []);

/** Whether each record is as good as any other: pages come straight from the table. */
export const matchesEveryRecord = ({ filters, search }: QueryLook<ViewItem>): boolean =>
  filters.length === 0 && !search?.hideNotMatch;

/** Positions in a view, or numbers of records. */
const compareTies = (a: SortKey, b: SortKey): number => {
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
};
